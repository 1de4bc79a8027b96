// SPDX-License-Identifier: Apache-2.0
//! A worker for a small parser of Hermes calls: `fencepost test -- target/debug/examples/hermes`.
use fencepost::worker::{run, About, Answer, Request};

#[path = "parser/mod.rs"]
mod parser;

fn parse(request: &Request) -> Result<Answer, String> {
    let whole = request.chunks.concat(); // a streaming parser would be fed one after the other
    parser::parse(&whole)
}

fn main() -> std::io::Result<()> {
    run(&About::new("hermes-rust", "1.0", &["hermes"]), parse)
}
