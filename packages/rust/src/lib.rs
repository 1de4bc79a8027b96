// SPDX-License-Identifier: Apache-2.0
//! Adapters for [Fencepost](https://fencepost.example), a conformance suite for parsers of the tool calls that language
//! models write. There are two ways, and in both you write one thing:
//!
//! * [`worker::run`]: a program that `fencepost test -- ./worker` starts. You write a function from chunks to an answer.
//! * [`export_adapter!`]: a shared object that `fencepost test --so ./libparser.so` loads. You write a streaming parser
//!   ([`adapter::Parser`]). [`adapter::raw`] has the structs of `fencepost/adapter.h` as they are.
//!
//! The crate depends on no other.
#![warn(missing_docs)]

pub mod adapter;
pub mod json;
pub mod worker;
