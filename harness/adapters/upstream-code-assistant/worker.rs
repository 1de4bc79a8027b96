// SPDX-License-Identifier: Apache-2.0
//! worker exec|stream caret|xml: the parsers of code-assistant, which founded `caret` and `xml`. `exec` reads a whole answer,
//! as the agent does before it runs tools; `stream` reads it piece by piece, as what is shown while it comes.
use agent_core::ui::{AgentUi, DisplayFragment, HiddenTools, StreamProcessorTrait, UIError};
use llm::StreamingChunk;
use serde_json::{Map, Value, json};
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use tool_dialects::{caret, xml};
use tools::core::{Spec, Tool, ToolRegistry};

/// The tools on offer. A key without a type is left out: the parser makes strings of the keys that a schema names, and keeps
/// lists of those that it does not.
fn registry(catalogue: &Value) -> ToolRegistry {
    let tools = catalogue.as_array().into_iter().flatten().map(|tool| {
        let mut schema = tool.get("inputSchema").cloned().unwrap_or(json!({}));
        if let Some(keys) = schema.get_mut("properties").and_then(Value::as_object_mut) {
            keys.retain(|_, key| key["type"].is_string());
        }
        let name = tool["name"].as_str().unwrap_or_default().to_string();
        (name, Tool { spec: Spec { parameters_schema: schema } })
    });
    ToolRegistry { tools: tools.collect() }
}

/// What is in no block is text.
fn exec(syntax: &str, text: &str, registry: &ToolRegistry) -> anyhow::Result<Value> {
    let (found, _) = match syntax {
        "caret" => caret::parser::parse_caret_tool_invocations(text, 1, 0, None, registry)?,
        _ => xml::parser::parse_xml_tool_invocations(text, 1, 0, None, registry)?,
    };
    let (mut outside, mut at) = (String::new(), 0);
    for one in &found {
        outside.push_str(&text[at..one.start_offset.unwrap_or(at).max(at)]);
        at = one.end_offset.unwrap_or(at).max(at);
    }
    outside.push_str(&text[at..]);
    let calls: Vec<Value> = found.iter().map(|one| json!({"name": one.name, "input": one.input})).collect();
    Ok(json!({"text": outside, "calls": calls}))
}

#[derive(Default)]
struct Shown(Mutex<Vec<DisplayFragment>>);

impl AgentUi for Shown {
    fn display_fragment(&self, fragment: &DisplayFragment) -> Result<(), UIError> {
        self.0.lock().unwrap().push(fragment.clone());
        Ok(())
    }
}

struct Call {
    id: String,
    name: String,
    values: Vec<(String, String)>,
    complete: bool,
}

impl Call {
    fn add(&mut self, key: &str, piece: &str) {
        match self.values.iter_mut().find(|(name, _)| name == key) {
            Some((_, value)) => value.push_str(piece),
            None => self.values.push((key.into(), piece.into())),
        }
    }

    /// A list of `caret` is shown as JSON.
    fn answer(self, lists: bool) -> Value {
        let input: Map<String, Value> = self.values.into_iter().map(|(key, text)| {
            let list = (lists && text.starts_with('[')).then(|| serde_json::from_str(&text).ok()).flatten();
            (key, list.unwrap_or(Value::String(text)))
        }).collect();
        json!({"name": self.name, "input": input, "complete": self.complete})
    }
}

/// What the fragments amount to: pieces of one value belong together, and the end of a tool makes its call complete.
fn outcome(fragments: &[DisplayFragment], lists: bool) -> Value {
    let (mut outside, mut calls) = (String::new(), Vec::<Call>::new());
    for fragment in fragments {
        match fragment {
            DisplayFragment::PlainText(text) | DisplayFragment::ThinkingText { text, .. } => outside.push_str(text),
            DisplayFragment::ToolName { name, id, .. } => {
                calls.push(Call { id: id.clone(), name: name.clone(), values: vec![], complete: false });
            }
            DisplayFragment::ToolParameter { name, value, tool_id } => {
                if let Some(call) = calls.iter_mut().rev().find(|call| call.id == *tool_id) {
                    call.add(name, value);
                }
            }
            DisplayFragment::ToolEnd { id } => {
                if let Some(call) = calls.iter_mut().rev().find(|call| call.id == *id) {
                    call.complete = true;
                }
            }
            _ => {}
        }
    }
    json!({"text": outside, "calls": calls.into_iter().map(|call| call.answer(lists)).collect::<Vec<_>>()})
}

fn stream(syntax: &str, chunks: &[&str], registry: ToolRegistry) -> anyhow::Result<Value> {
    let (shown, registry) = (Arc::new(Shown::default()), Arc::new(registry));
    let hidden: HiddenTools = Arc::new(|_| false);
    let mut parser: Box<dyn StreamProcessorTrait> = match syntax {
        "caret" => Box::new(caret::stream::CaretStreamProcessor::new(shown.clone(), 1, hidden, registry)),
        _ => Box::new(xml::stream::XmlStreamProcessor::new(shown.clone(), 1, hidden, registry)),
    };
    for chunk in chunks {
        parser.process(&StreamingChunk::Text(chunk.to_string()))?;
    }
    parser.process(&StreamingChunk::StreamingComplete)?;
    Ok(outcome(&shown.0.lock().unwrap(), syntax == "caret"))
}

fn parse(path: &str, syntax: &str, request: &Value) -> anyhow::Result<Value> {
    let chunks: Vec<&str> = request["chunks"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let tools = registry(&request["catalogue"]);
    if path == "exec" { exec(syntax, &chunks.concat(), &tools) } else { stream(syntax, &chunks, tools) }
}

fn hello(path: &str, syntax: &str) -> Value {
    let policies = match (path, syntax) {
        ("exec", "caret") => json!({"unterminated": "recover", "types": "schema"}),
        ("exec", _) => json!({"types": "schema", "value_framing": "exact"}),
        (_, "caret") => json!({}),
        _ => json!({"text_space": "trimmed", "value_framing": "newline-each-side"}),
    };
    let mut said = json!({"protocol": 1, "name": format!("code-assistant {path} {syntax}"), "version": "cbed9665",
        "language": "rust", "syntaxes": [syntax], "capabilities": ["catalogue"], "needs": ["tools"], "policies": policies});
    said["policies"]["code_fence"] = json!("call");
    said
}

fn main() -> anyhow::Result<()> {
    let given: Vec<String> = std::env::args().collect();
    let (path, syntax) = (given[1].as_str(), given[2].as_str());
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut answer = match request["op"].as_str() {
            Some("bye") => break,
            Some("hello") => hello(path, syntax),
            _ => parse(path, syntax, &request).unwrap_or_else(|error| json!({"error": error.to_string()})),
        };
        answer["id"] = request["id"].clone();
        writeln!(std::io::stdout(), "{answer}")?;
    }
    Ok(())
}
