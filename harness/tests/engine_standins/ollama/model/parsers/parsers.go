// SPDX-License-Identifier: Apache-2.0

// Package parsers has a small parser of blocks with a JSON object, which reads them at the end of the input.
package parsers

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ollama/ollama/api"
)

type Parser interface {
	Init(tools []api.Tool, last *api.Message, think *api.ThinkValue) []api.Tool
	Add(text string, done bool) (content, thinking string, calls []api.ToolCall, err error)
	PreservedTokens() []string
}

type small struct{ held string }

// ParserForName returns the one parser, whatever the name is.
func ParserForName(string) Parser { return &small{} }

func (p *small) PreservedTokens() []string { return []string{"<tool_call>", "</tool_call>"} }

func (p *small) Init(tools []api.Tool, _ *api.Message, think *api.ThinkValue) []api.Tool {
	if think == nil || think.Value != false || len(tools) == 0 || tools[0].Function.Name == "" {
		panic("thinking is on, or there are no tools")
	}
	return tools
}

func (p *small) Add(text string, done bool) (content, thinking string, calls []api.ToolCall, err error) {
	if strings.HasSuffix(text, "<tool") {
		return "", "", nil, errors.New("a mark is cut")
	}
	p.held += text
	for done {
		before, rest, found := strings.Cut(p.held, "<tool_call>")
		content += before
		if !found {
			return strings.TrimSpace(content), "", calls, nil
		}
		block, after, _ := strings.Cut(rest, "</tool_call>")
		var call struct {
			Name      string
			Arguments json.RawMessage
		}
		if json.Unmarshal([]byte(block), &call) != nil {
			return "", "", nil, errors.New("failed to parse JSON")
		}
		calls = append(calls, api.ToolCall{Function: api.ToolCallFunction{Name: call.Name, Arguments: api.Arguments{Text: call.Arguments}}})
		p.held = after
	}
	return "", "", nil, nil
}
