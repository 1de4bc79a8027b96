// SPDX-License-Identifier: Apache-2.0

// Package api has the types of a chat that the worker uses.
package api

import "encoding/json"

// Parameters holds the names of properties, and no schema with a type that is not text.
type Parameters struct {
	Properties map[string]struct {
		Type string `json:"type"`
	} `json:"properties"`
}

type ToolFunction struct {
	Name       string     `json:"name"`
	Parameters Parameters `json:"parameters"`
}

type Tool struct {
	Type     string       `json:"type"`
	Function ToolFunction `json:"function"`
}

type Arguments struct{ Text json.RawMessage }

func (a Arguments) MarshalJSON() ([]byte, error) { return a.Text, nil }

type ToolCallFunction struct {
	Name      string
	Arguments Arguments
}

type ToolCall struct{ Function ToolCallFunction }

type Message struct{ Content string }

type ThinkValue struct{ Value any }
