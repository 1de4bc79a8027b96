// SPDX-License-Identifier: Apache-2.0
//! A worker: a program that answers the requests of `fencepost test -- ./worker` (spec/protocol.md).

use crate::json::{quoted, Value};
use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// What a worker tells of the parser under test.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Its name, in reports.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it parses: `fencepost list` shows the ids.
    pub syntaxes: Vec<String>,
    /// Where it differs on purpose: `("code_fence", "call")`. `fencepost list policies` shows them.
    pub policies: Vec<(String, String)>,
    /// Clauses that it reads otherwise on purpose: `fencepost policies` proposes them.
    pub readings: Vec<String>,
    /// Where it is written, from the folder of the run: `src/parser.rs`. Code scanning shows failures there.
    pub file: Option<String>,
}

impl About {
    /// With a name, a version and syntaxes.
    pub fn new(name: &str, version: &str, syntaxes: &[&str]) -> About {
        About {
            name: name.to_string(),
            version: version.to_string(),
            syntaxes: syntaxes.iter().map(|id| id.to_string()).collect(),
            ..About::default()
        }
    }
}

/// One input.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// One of the worker's own.
    pub syntax: &'a str,
    /// The tools of the case, if it has some.
    pub tools: Option<&'a Value>,
    /// The input, in the chunks in which the parser gets it. Some may be empty.
    pub chunks: &'a [String],
}

/// A call that the parser has read.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The tool.
    pub name: String,
    /// The arguments as JSON text, passed on as it is: the digits of numbers stay, and what is not an object is judged.
    pub arguments: String,
    /// Whether its end was read; `None` leaves that to the arguments.
    pub complete: Option<bool>,
}

impl Call {
    /// With arguments as JSON text.
    pub fn new(name: impl Into<String>, arguments: impl Into<String>) -> Call {
        Call { name: name.into(), arguments: arguments.into(), complete: None }
    }
}

/// What the parser makes of a whole input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// All text, in order.
    pub text: String,
    /// Reasoning, where `reasoning` is declared as `channel`.
    pub reasoning: String,
    /// All calls, in order.
    pub calls: Vec<Call>,
}

impl Answer {
    fn members(&self) -> String {
        let calls: Vec<String> = self.calls.iter().map(|call| {
            let complete = call.complete.map_or(String::new(), |whole| format!(",\"complete\":{}", whole));
            format!("{{\"name\":{},\"arguments\":{}{}}}", quoted(&call.name), quoted(&call.arguments), complete)
        }).collect();
        let reasoning = if self.reasoning.is_empty() { String::new() } else { format!("\"reasoning\":{},", quoted(&self.reasoning)) };
        format!("{}\"text\":{},\"calls\":[{}]", reasoning, quoted(&self.text), calls.join(","))
    }
}

/// Answers requests on standard input until it ends. `parse` makes a fresh parser, feeds it the chunks, and returns what it
/// made of them, or why it refuses the input. A panic in it counts as such a refusal.
pub fn run<F>(about: &About, mut parse: F) -> io::Result<()>
where
    F: FnMut(&Request) -> Result<Answer, String>,
{
    let (input, output) = (io::stdin(), io::stdout());
    for line in input.lock().lines() {
        let line = line?;
        let (id, members) = match Value::read(&line) {
            Err(why) => ("0".to_string(), error(&why)),
            Ok(request) => {
                if request.get("op").and_then(Value::as_str) == Some("bye") {
                    break;
                }
                let id = request.get("id").map_or("0".to_string(), Value::to_string);
                (id, answer(about, &request, &mut parse).unwrap_or_else(|why| error(&why)))
            }
        };
        let mut out = output.lock();
        writeln!(out, "{{\"id\":{},{}}}", id, members)?;
        out.flush()?;
    }
    Ok(())
}

fn error(why: &str) -> String {
    format!("\"error\":{}", quoted(why))
}

fn hello(about: &About) -> String {
    let syntaxes: Vec<String> = about.syntaxes.iter().map(|id| quoted(id)).collect();
    let policies: Vec<String> = about.policies.iter().map(|(name, value)| format!("{}:{}", quoted(name), quoted(value))).collect();
    let readings = match about.readings.iter().map(|clause| quoted(clause)).collect::<Vec<String>>() {
        clauses if clauses.is_empty() => String::new(),
        clauses => format!(",\"readings\":[{}]", clauses.join(",")),
    };
    let file = about.file.as_ref().map_or(String::new(), |path| format!(",\"file\":{}", quoted(path)));
    format!(
        "\"protocol\":1,\"name\":{},\"version\":{},\"language\":\"rust\",\"syntaxes\":[{}],\"unit\":\"codepoint\",\
         \"capabilities\":[\"sweep\",\"catalogue\"],\"policies\":{{{}}}{}{}",
        quoted(&about.name), quoted(&about.version), syntaxes.join(","), policies.join(","), readings, file
    )
}

fn answer<F>(about: &About, request: &Value, parse: &mut F) -> Result<String, String>
where
    F: FnMut(&Request) -> Result<Answer, String>,
{
    let op = request.get("op").and_then(Value::as_str).unwrap_or("");
    if op == "hello" {
        return Ok(hello(about));
    }
    let syntax = request.get("syntax").and_then(Value::as_str).ok_or("the request has no syntax")?;
    let chunks = strings(request.get("chunks"))?;
    let mut ask = |chunks: &[String]| guarded(parse, &Request { syntax, tools: request.get("catalogue"), chunks });
    match op {
        "parse" => Ok(ask(&chunks)?.members()),
        "sweep" => {
            let whole = ask(&chunks)?;
            let mut differ = Vec::new();
            for (number, places) in request.get("cuts").and_then(Value::as_array).unwrap_or(&[]).iter().enumerate() {
                if ask(&cut(&chunks.concat(), places)).as_ref() != Ok(&whole) {
                    differ.push(number.to_string());
                }
            }
            Ok(format!("{},\"differ\":[{}]", whole.members(), differ.join(",")))
        }
        _ => Err(format!("there is no request {}", op)),
    }
}

fn guarded<F>(parse: &mut F, request: &Request) -> Result<Answer, String>
where
    F: FnMut(&Request) -> Result<Answer, String>,
{
    catch_unwind(AssertUnwindSafe(|| parse(request))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Err(format!("panicked: {}", text.unwrap_or_default()))
    })
}

fn strings(chunks: Option<&Value>) -> Result<Vec<String>, String> {
    let chunks = chunks.and_then(Value::as_array).ok_or("the request has no chunks")?;
    chunks.iter().map(|chunk| chunk.as_str().map(str::to_string).ok_or_else(|| "a chunk is not a string".to_string())).collect()
}

/// The text cut at places that count characters, ascending.
fn cut(text: &str, places: &Value) -> Vec<String> {
    let edges: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut chunks = Vec::new();
    let mut begin = 0;
    for place in places.as_array().unwrap_or(&[]).iter().filter_map(Value::as_usize) {
        let end = edges.get(place).copied().unwrap_or(text.len()).max(begin);
        chunks.push(text[begin..end].to_string());
        begin = end;
    }
    chunks.push(text[begin..].to_string());
    chunks
}
