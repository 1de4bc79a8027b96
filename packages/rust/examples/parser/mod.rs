// SPDX-License-Identifier: Apache-2.0
//! The parser of both examples: right on whole calls with nothing odd. It knows nothing of Fencepost but the answer.
use fencepost::json::Value;
use fencepost::worker::{Answer, Call};

const OPEN: &str = "<tool_call>";
const CLOSE: &str = "</tool_call>";

pub fn parse(input: &str) -> Result<Answer, String> {
    let mut answer = Answer::default();
    let mut rest = input;
    while let Some(open) = rest.find(OPEN) {
        let end = match rest[open..].find(CLOSE) {
            Some(length) => open + length,
            None => break,
        };
        let call = Value::read(&rest[open + OPEN.len()..end])?;
        let name = call.get("name").and_then(Value::as_str).ok_or("a call has no name")?;
        let arguments = call.get("arguments").ok_or("a call has no arguments")?;
        answer.text.push_str(&rest[..open]);
        answer.calls.push(Call::new(name, arguments.to_string()));
        rest = &rest[end + CLOSE.len()..];
    }
    answer.text.push_str(rest);
    Ok(answer)
}
