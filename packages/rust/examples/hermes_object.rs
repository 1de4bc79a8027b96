// SPDX-License-Identifier: Apache-2.0
//! The same parser as a shared object: `fencepost test --so target/debug/examples/libhermes_object.so`.
use fencepost::adapter::{Parser, Sink};

#[path = "parser/mod.rs"]
mod parser;

struct Hermes {
    seen: String,
}

impl Parser for Hermes {
    fn feed(&mut self, chunk: &str, _: &mut Sink) -> Result<(), String> {
        self.seen.push_str(chunk);
        Ok(())
    }

    fn finish(&mut self, sink: &mut Sink) -> Result<(), String> {
        let answer = parser::parse(&self.seen)?;
        sink.text(&answer.text);
        for call in &answer.calls {
            sink.call(&call.name, &call.arguments, true);
        }
        Ok(())
    }
}

fencepost::export_adapter! {
    name: "hermes-rust", version: "1.0", syntaxes: ["hermes"],
    parser: Hermes, make: || Hermes { seen: String::new() },
}
