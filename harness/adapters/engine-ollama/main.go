// SPDX-License-Identifier: Apache-2.0

// The parsers of Ollama's model families, by the names that Ollama has for them, driven as its server does: each piece
// goes to Add, the last one with done. What they return goes out as it comes. MAIN PARSER [COMMIT]
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/model/parsers"
)

type policies map[string]string

// The notation that each parser reads, and what it does where the notation leaves a choice.
var known = map[string]struct {
	syntax   string
	thinks   bool // it is asked for what it thinks
	policies policies
}{
	"qwen3":       {"hermes", false, with(policies{})},
	"qwen3-coder": {"qwen3-coder", false, with(policies{"types": "schema"})},
	"glm-4.7":     {"glm", false, with(policies{"types": "schema"})},
	"deepseek3":   {"deepseek-v31", false, with(policies{})},
	"cogito":      {"deepseek-v3", false, with(policies{})},
	"glimmer":     {"glimmer", true, policies{"unterminated": "drop", "types": "schema", "recovery": "lenient"}},
}

func with(own policies) policies {
	own["unterminated"], own["code_fence"], own["text_space"], own["reasoning"] = "drop", "call", "trimmed", "plain"
	return own
}

type tool struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

type request struct {
	ID        json.RawMessage `json:"id"`
	Op        string          `json:"op"`
	Chunks    []string        `json:"chunks"`
	Catalogue []tool          `json:"catalogue"`
}

type object = map[string]any

// tools makes Ollama's form of the catalogue. A schema that Ollama cannot hold becomes one without properties.
func tools(catalogue []tool) []api.Tool {
	made := make([]api.Tool, len(catalogue))
	for i, one := range catalogue {
		text, _ := json.Marshal(object{"type": "function", "function": object{"name": one.Name, "parameters": one.InputSchema}})
		if json.Unmarshal(text, &made[i]) != nil {
			made[i] = api.Tool{Type: "function"}
			made[i].Function.Name = one.Name
		}
	}
	return made
}

// delta is what a piece gave, as a delta of a chat completion; calls before it had the indices up to next.
func delta(content, thinking string, calls []api.ToolCall, next int) (object, error) {
	made := object{}
	if content != "" {
		made["content"] = content
	}
	if thinking != "" {
		made["reasoning_content"] = thinking
	}
	entries := []object{}
	for i, call := range calls {
		text, err := json.Marshal(call.Function.Arguments)
		if err != nil {
			return nil, err
		}
		entries = append(entries, object{"index": next + i, "id": fmt.Sprintf("call_%d", next+i), "type": "function",
			"function": object{"name": call.Function.Name, "arguments": string(text)}})
	}
	if len(entries) > 0 {
		made["tool_calls"] = entries
	}
	return made, nil
}

type piece struct {
	chunk int
	text  string
}

// within returns the mark that the byte before the cut, and the byte after it, are in: its beginning, or the cut itself.
func within(text string, cut int, marks []string) int {
	for _, mark := range marks {
		for begin := max(0, cut-len(mark)+1); begin < cut; begin++ {
			if strings.HasPrefix(text[begin:], mark) {
				return begin
			}
		}
	}
	return cut
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// pieces are the chunks, except that a cut in a mark moves to its beginning: a mark is one token for the models.
func pieces(chunks, marks []string) []piece {
	text, made, at, done := strings.Join(chunks, ""), []piece{}, 0, 0
	for i, chunk := range chunks {
		at += len(chunk)
		cut := within(text, at, marks)
		if cut > done {
			made = append(made, piece{i, text[done:cut]})
			done = cut
		}
	}
	if len(made) == 0 {
		made = append(made, piece{0, ""})
	}
	return made
}

// parse feeds the chunks. An error of the parser is an error in place of the whole answer, as the server makes it.
func parse(name string, asked request) object {
	parser := parsers.ParserForName(name)
	parser.Init(tools(asked.Catalogue), nil, &api.ThinkValue{Value: known[name].thinks})
	deltas, next := []any{}, 0
	fed := pieces(asked.Chunks, parser.PreservedTokens())
	for i, one := range fed {
		content, thinking, calls, err := parser.Add(one.text, i == len(fed)-1)
		if err != nil {
			return object{"error": err.Error()}
		}
		made, err := delta(content, thinking, calls, next)
		if err != nil {
			return object{"error": err.Error()}
		}
		next += len(calls)
		if len(made) > 0 {
			deltas = append(deltas, []any{one.chunk, made})
		}
	}
	finish := "stop"
	if next > 0 {
		finish = "tool_calls"
	}
	return object{"deltas": append(deltas, []any{len(asked.Chunks), object{"finish_reason": finish}})}
}

func hello(name, version string) object {
	return object{"protocol": 1, "name": "ollama " + name, "version": version, "language": "go", "unit": "codepoint",
		"capabilities": []string{"catalogue", "deltas"}, "needs": []string{"tools"},
		"syntaxes": []string{known[name].syntax}, "policies": known[name].policies}
}

// guarded is parse, or the error that ended it: a panic in a handler costs the server one answer as well.
func guarded(name string, asked request) (answer object) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = object{"error": fmt.Sprintf("panic: %v", cause)}
		}
	}()
	return parse(name, asked)
}

func serve(name, version string) error {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			return err
		}
		answer := hello(name, version)
		switch asked.Op {
		case "bye":
			return nil
		case "parse":
			answer = guarded(name, asked)
		}
		answer["id"] = asked.ID
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
}

func main() {
	names := []string{}
	for name := range known {
		names = append(names, name)
	}
	if len(os.Args) < 2 || known[os.Args[1]].syntax == "" {
		fmt.Fprintln(os.Stderr, "say which parser:", strings.Join(names, ", "))
		os.Exit(2)
	}
	version := "unknown"
	if len(os.Args) > 2 {
		version = os.Args[2]
	}
	if err := serve(os.Args[1], version); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
