// SPDX-License-Identifier: Apache-2.0

// Package fencepost makes a worker of a parser written in Go: a program that `fencepost test -- ./worker` starts. Fencepost
// is a conformance suite for parsers of the tool calls that language models write.
//
// You write one function, from the chunks of an input to an [Answer], and call [Run] in main. The package depends on
// nothing but the standard library.
package fencepost

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
)

// About is what a worker tells of the parser under test.
type About struct {
	Name     string
	Version  string
	Syntaxes []string          // what it parses: `fencepost list` shows the ids
	Policies map[string]string // where it differs on purpose: `fencepost list policies`
	Readings []string          // clauses that it reads otherwise on purpose: `fencepost policies` proposes them
	File     string            // where it is written, from the folder of the run: code scanning shows failures there
}

// Request is one input.
type Request struct {
	Syntax string          // one of the worker's own
	Tools  json.RawMessage // the tools of the case, an array; nil if it has none
	Chunks []string        // the input, in the chunks in which the parser gets it; some may be empty
}

// Call is a call that the parser has read. Arguments is JSON text, passed on as it is: the digits of numbers stay, and what is
// not an object is judged. Complete may be nil: the arguments then decide whether its end was read.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Complete  *bool  `json:"complete,omitempty"`
}

// Answer is what the parser makes of a whole input: all text in order, and all calls. Reasoning is for parsers that declare
// the policy reasoning as channel.
type Answer struct {
	Text      string `json:"text"`
	Reasoning string `json:"reasoning,omitempty"`
	Calls     []Call `json:"calls"`
}

// Parse makes a fresh parser, feeds it the chunks, and returns what it made of them, or why it refuses the input. A panic in it
// counts as such a refusal.
type Parse func(Request) (Answer, error)

type message struct {
	Op        string            `json:"op"`
	ID        json.Number       `json:"id"`
	Syntax    string            `json:"syntax"`
	Chunks    []json.RawMessage `json:"chunks"`
	Catalogue json.RawMessage   `json:"catalogue"`
	Cuts      [][]int           `json:"cuts"`
}

type hello struct {
	ID           json.Number       `json:"id"`
	Protocol     int               `json:"protocol"`
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Language     string            `json:"language"`
	Syntaxes     []string          `json:"syntaxes"`
	Unit         string            `json:"unit"`
	Capabilities []string          `json:"capabilities"`
	Policies     map[string]string `json:"policies,omitempty"`
	Readings     []string          `json:"readings,omitempty"`
	File         string            `json:"file,omitempty"`
}

type parsed struct {
	ID json.Number `json:"id"`
	Answer
}

type swept struct {
	parsed
	Differ []int `json:"differ"`
}

type refused struct {
	ID    json.Number `json:"id"`
	Error string      `json:"error"`
}

// Run answers requests on standard input until it ends. What the parser prints has to go to standard error.
func Run(about About, parse Parse) error {
	return run(about, parse, os.Stdin, os.Stdout)
}

func run(about About, parse Parse, from io.Reader, to io.Writer) error {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) == 0 {
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			continue
		}
		var request message
		if wrong := json.Unmarshal(line, &request); wrong != nil {
			return fmt.Errorf("fencepost: a request cannot be read: %w", wrong)
		}
		if request.Op == "bye" {
			return nil
		}
		if err := write(to, reply(about, parse, request)); err != nil {
			return err
		}
	}
}

// write writes a line. Go escapes <, > and & unless it is told not to; that would be right, and hard to read.
func write(to io.Writer, answer any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return err
	}
	_, err := to.Write(line.Bytes())
	return err
}

func reply(about About, parse Parse, request message) any {
	if request.Op == "hello" {
		return hello{request.ID, 1, about.Name, about.Version, "go", about.Syntaxes, "codepoint",
			[]string{"sweep", "catalogue"}, about.Policies, about.Readings, about.File}
	}
	answer, err := answered(parse, request)
	if err != nil {
		return refused{request.ID, err.Error()}
	}
	return answer
}

func answered(parse Parse, request message) (any, error) {
	chunks := make([]string, len(request.Chunks))
	for i, chunk := range request.Chunks {
		if err := json.Unmarshal(chunk, &chunks[i]); err != nil {
			return nil, fmt.Errorf("a chunk is not a string")
		}
	}
	ask := func(chunks []string) (Answer, error) {
		return guarded(parse, Request{request.Syntax, request.Catalogue, chunks})
	}
	answer, err := ask(chunks)
	if err != nil || request.Op == "parse" {
		return parsed{request.ID, answer}, err
	}
	if request.Op != "sweep" {
		return nil, fmt.Errorf("there is no request %s", request.Op)
	}
	differ := []int{}
	for number, places := range request.Cuts {
		other, err := ask(cut(strings.Join(chunks, ""), places))
		if err != nil || !reflect.DeepEqual(other, answer) {
			differ = append(differ, number)
		}
	}
	return swept{parsed{request.ID, answer}, differ}, nil
}

func guarded(parse Parse, request Request) (answer Answer, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	answer, err = parse(request)
	if answer.Calls == nil {
		answer.Calls = []Call{}
	}
	return answer, err
}

// cut cuts the text at places that count characters, ascending.
func cut(text string, places []int) []string {
	characters := []rune(text)
	chunks := make([]string, 0, len(places)+1)
	begin := 0
	for _, place := range places {
		if place < begin || place > len(characters) {
			continue
		}
		chunks = append(chunks, string(characters[begin:place]))
		begin = place
	}
	return append(chunks, string(characters[begin:]))
}
