# SPDX-License-Identifier: Apache-2.0
"""engine_adapters.py SOURCE_DIR FENCEPOST: the workers of inference engines, on stand-ins for the engines.

What the kit feeds is what an engine's tokenizer would give; a worker passes what its parser says through, faults
included; an engine that is not there is reported in a sentence.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(sys.argv[1])
FENCEPOST = str(Path(sys.argv[2]).resolve())
ADAPTERS = SOURCE / "harness" / "adapters"
STANDINS = str(SOURCE / "harness" / "tests" / "engine_standins")

sys.path.insert(0, str(ADAPTERS))
import engine_kit as kit
from left_out import left_out


def run(*args, **more):
    return subprocess.run(args, capture_output=True, timeout=200, check=False, text=True, **more)


def worker(engine, parser, *more, source=STANDINS):
    return [sys.executable, str(ADAPTERS / f"engine-{engine}" / "adapter.py"), parser, "--source", source, *more]


def tested(given, *more):
    with tempfile.TemporaryDirectory() as folder:
        done = run(FENCEPOST, "test", *more, "--seed", "1", "--reduce-budget", "0", "--report", folder, "--", *given)
        lines = Path(folder, "report.jsonl").read_text(encoding="utf-8").splitlines()
    return done, [line for line in map(json.loads, lines) if line["record"] == "result"]


def check_pieces():
    """A mark is one token, and comes with the chunk that ends it; what is before it came with its own chunk."""
    assert kit.tokens_of(["a <tool", "_call>b"], False) == [[0, "a "], [1, "<tool_call>b"]]
    assert kit.tokens_of(["a <tool", "_call>b"], True) == [[0, "a"], [0, " "], [1, "<tool_call>"], [1, "b"]]
    assert kit.tokens_of(["<to", "ol_", "call>", "x", "y"], False) == [[2, "<tool_call>"], [3, "x"], [4, "y"]]
    assert kit.tokens_of(["", "a", ""], False) == [[1, "a"]]
    assert kit.tokens_of([""], True) == [[0, ""]]
    assert kit.tokens_of(["one two"], True) == [[0, "one"], [0, " two"]]
    kimi = kit.MARKS["kimi-k2"]
    assert kit.tokens_of(["<|tool_call_", "end|><tool_call>"], False, kimi) == [[1, "<|tool_call_end|><tool_call>"]]
    assert kit.tokens_of(["<tool_", "call>"], False, kimi) == [[0, "<tool_"], [1, "call>"]]


def check_marks():
    """The marks of each syntax are those of its row, and of its thoughts."""
    for syntax, marks in kit.MARKS.items():
        if syntax == "llama3-json":  # its mark may precede a call, and is not rendered
            continue
        cases = run(FENCEPOST, "render", "--syntax", syntax, input='{"name": "f", "input": {"a": "b"}}').stdout
        found = [mark for mark in marks if mark in cases]
        assert len(found) >= min(2, len(marks)) and found[0] == marks[0], (syntax, found, cases)


def check_model():
    class Inner(kit.Model):
        name: str = "n"

    class Outer(Inner):
        inner: Inner = None
        items: list = []

    one, other = Outer(inner={"name": "x"}, more=1), Outer()
    one.items.append(1)
    assert (one.name, one.inner.name, one.more, other.items, other.inner) == ("n", "x", 1, [], None)
    assert Inner(name=None).model_dump(exclude_none=True) == {}


def check_worker(engine, *more, parser="hermes", checks="golden,PARITY"):
    """The stand-in reads the template's form in each of its ways, and so does the suite say."""
    case = "hermes/arguments/order"
    done, results = tested(worker(engine, parser, *more), "--case", case, "--only", checks)
    verdicts = {line["check"]: line["verdict"] for line in results}
    assert done.returncode == 0 and verdicts == {check: "pass" for check in checks.split(",")}, \
        f"{verdicts}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def check_mlx_lm():
    """The same, as the server of mlx-lm has it, which reads no whole messages. A call that nothing ends is tried at the end; what is
    not JSON gives none."""
    check_worker("mlx-lm", "--step", parser="json_tools", checks="golden,CHUNK,DELTA")
    asked = json.dumps({"id": 3, "op": "parse", "syntax": "hermes", "chunks": ['a<tool_call>{"name": "f", "argu', 'ments": {}}'],
                        "catalogue": [{"name": "f"}]})
    said = run(*worker("mlx-lm", "json_tools", "--step"), input=asked + "\n" + asked.replace("argu", "") + "\n" + '{"id": 4, "op": "bye"}\n')
    first, second = map(json.loads, said.stdout.splitlines())
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    assert first["deltas"] == [[0, {"content": "a"}], [1, {"tool_calls": [call]}], [2, {"finish_reason": "tool_calls"}]], first
    assert second == {"id": 3, "error": "KeyError: 'arguments'"}, second
    said = run(*worker("mlx-lm", "json_tools", "--step"), input=asked.replace("{}", "{") + "\n")
    assert json.loads(said.stdout)["deltas"] == [[0, {"content": "a"}], [2, {"finish_reason": "stop"}]], said


def check_blame():
    """Broken arguments are the parser's fault, in its stream alone."""
    done, results = tested(worker("vllm", "mimo"), "--syntax", "qwen3-coder", "--text",
                           '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>')
    said = " ".join(f"{line['check']} {line['class']} {line['suspect']}" for line in results if line.get("counts"))
    assert done.returncode == 1 and "arguments" in done.stdout and "adapter" not in said, f"{said}\n{done.stdout[-2000:]}"


def check_ollama():
    """The worker in Go, on a stand-in: the template's form is read; an error is one in place of the answer, and so is a panic."""
    if not shutil.which("go"):
        left_out("the worker for Ollama", "there is no go")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "worker"))
        env = {**os.environ, "GOCACHE": str(Path(folder, "cache")), "GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local"}
        made = run("go", "build", "-o", program, str((ADAPTERS / "engine-ollama" / "main.go").resolve()),
                   cwd=Path(STANDINS, "ollama"), env=env)
        assert made.returncode == 0, made.stderr
        _, results = tested([program, "qwen3", "7"], "--case", "hermes/arguments/order", "--only", "golden,CHUNK,DELTA")
        verdicts = {line["check"]: line["verdict"] for line in results}
        assert verdicts == {"golden": "pass", "CHUNK": "pass", "DELTA": "pass"}, verdicts
        done, _ = tested([program, "qwen3"], "--case", "hermes/arguments/order", "--only", "golden", "--cut", "5")
        assert "a mark is cut" not in done.stdout and done.returncode == 0, done.stdout
        done, _ = tested([program, "qwen3"], "--syntax", "hermes", "--text", "<tool_call>\n{\n</tool_call>", "--only", "golden")
        assert "failed to parse JSON" in done.stdout, done.stdout
        asked = json.dumps({"id": 3, "op": "parse", "syntax": "hermes", "chunks": ["a"], "catalogue": []})
        said = run(program, "qwen3", input=asked + "\n" + '{"id": 4, "op": "bye"}\n').stdout
        assert json.loads(said) == {"id": 3, "error": "panic: thinking is on, or there are no tools"}, said
        assert run(program, "nosuch").returncode == 2


def check_llama_cpp():
    """The worker in C++, on a stand-in: the same, and what no grammar allows is skipped."""
    with tempfile.TemporaryDirectory() as folder:
        program, template = str(Path(folder, "worker")), Path(folder, "t.jinja")
        template.write_text("none", encoding="utf-8")
        made = run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", str(Path(STANDINS, "llama-cpp")), "-o", program,
                   str(ADAPTERS / "engine-llama-cpp" / "worker.cpp"))
        assert made.returncode == 0, made.stderr[-3000:]
        worker = [program, "hermes", str(template), "b7"]
        _, results = tested(worker, "--case", "hermes/arguments/order", "--only", "golden,CHUNK,DELTA,PARITY")
        verdicts = {line["check"]: line["verdict"] for line in results}
        assert verdicts == {"golden": "pass", "CHUNK": "pass", "DELTA": "pass", "PARITY": "pass"}, verdicts
        done, results = tested(worker, "--case", "hermes/long/tags-in-prose", "--only", "golden")
        assert "reasoning: plain, output: constrained, seed" in done.stdout, done.stdout
        assert [line["verdict"] for line in results] == ["skipped"] and "PROTOCOL-2.12" in results[0]["message"], results
        asked = json.dumps({"id": 3, "op": "parse", "syntax": "hermes", "chunks": ["<tool_call>", "x"], "mode": "whole"})
        said = run(*worker, input=asked + "\n" + '{"id": 4, "op": "bye"}\n').stdout
        assert json.loads(said) == {"id": 3, "error": "does not match the expected format"}, said
        assert run(program, "nosuch", str(template)).returncode == 2 and run(program, "hermes", "/nowhere").returncode == 2


def check_templates():
    """The workers of Python executors of response templates: a template that comes again is not loaded again, events have the members of the
    protocol alone, an exception is a refusal or an error, and each worker declares its own policies."""
    asked = [("hello", {}), ("template", {"chunks": ["b", "c"], "prefix": "a", "tools": [1]}), ("template", {"chunks": ["bad"]}),
             ("template", {"chunks": ["b", "!"]}), ("template", {"chunks": ["x"], "template": {"fields": {}}}), ("template", {"chunks": []}), ("bye", {})]
    lines = [json.dumps({"op": op, "id": at, "template": {"fields": {"f": 1}}, **more}) for at, (op, more) in enumerate(asked)]
    opened = {"type": "region_open", "field": "f"}
    for name, source, malformed in (("vllm", STANDINS, "dropped"), ("transformers", f"{STANDINS}/vllm/parser/chat_parsing", None),
                                    ("sglang", f"{STANDINS}/vllm/parser/chat_parsing", "dropped")):
        done = run(sys.executable, str(ADAPTERS / f"template-{name}" / "adapter.py"), "--source", source, "--version", "7", input="\n".join(lines) + "\n")
        hello, whole, bad, error, refused, last, _ = map(json.loads, done.stdout.splitlines())
        assert (hello["name"], hello["version"], hello["subjects"]) == (name, "7", ["response-template"]), hello
        assert hello["subject_policies"]["response-template"].get("malformed") == malformed, hello
        chunks = [{"type": "region_chunk", "field": "f", "text": text, "dirty": False} for text in "bc"]
        assert whole["events"] == [opened, *chunks, {"type": "region_close", "field": "f", "value": "abc"}], whole
        assert whole["message"] == {"number": 1, "tools": [1], "large": float("inf"), "f": "abc"} and "1e999" in done.stdout, done.stdout
        assert bad["events"][-1] == {"type": "region_malformed", "field": "f"} and bad["message"]["number"] == 1, bad
        assert error == {"id": 3, "error": "KeyError: 'name'", "events": [opened, chunks[0]]}, error
        assert refused == {"id": 4, "refused": "ValueError: no fields"} and last["message"]["number"] == 2, (refused, last)
        done = run(sys.executable, str(ADAPTERS / f"template-{name}" / "adapter.py"), "--source", "/nowhere")
        assert done.returncode == 4 and done.stderr.startswith("/nowhere has no ") and "--source" in done.stderr, done.stderr


def check_absent():
    for engine, parser in (("vllm", "hermes"), ("sglang", "hermes"), ("lmdeploy", "qwen2d5"), ("mlx-lm", "json_tools")):
        package = engine.replace("-", "_")
        done = run(*worker(engine, parser, source="/nowhere"))
        assert done.returncode == 4 and done.stderr.startswith(f"{package} is not there: /nowhere/{package}; "), done.stderr
    done = run(*worker("lmdeploy", "glm47"))
    assert done.returncode == 4 and "this LMDeploy has no parser glm47" in done.stderr, done.stderr
    done = run(*worker("vllm", "step3p5"))
    assert done.returncode == 4 and "registers no parser step3p5" in done.stderr, done.stderr
    done = run(*worker("vllm", "mistral_v7"))  # by the name that vLLM has
    assert done.returncode == 4 and "registers no parser mistral\n" in done.stderr, done.stderr


def check_engines():
    """`./dev engines`: what is there is run, what is not is named, and neither is a failure."""
    command = [sys.executable, str(ADAPTERS / "engines.py"), FENCEPOST]
    places = {**os.environ, "FENCEPOST_VLLM": STANDINS, "FENCEPOST_SGLANG": "/nowhere",
              "FENCEPOST_LMDEPLOY": "/nowhere", "FENCEPOST_MLX_LM": "/nowhere"}
    with tempfile.TemporaryDirectory() as folder:
        done = run(*command, folder, "--case", "hermes/arguments/order", "--only", "golden,PARITY", env=places)
        assert done.returncode == 0 and Path(folder, "vllm-hermes", "report.jsonl").exists(), done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("run: vllm-hermes: 0 failures that count") and lines[-1] == "engines: 1 run, 84 absent, 0 failed", \
        done.stdout
    assert sum(line.startswith("absent: ") for line in lines) == 84, done.stdout


def main():
    failed = 0
    for name, job in (("pieces", check_pieces), ("marks", check_marks), ("model", check_model), ("vllm", lambda: check_worker("vllm")),
                      ("sglang", lambda: check_worker("sglang", "--step")), ("lmdeploy", lambda: check_worker("lmdeploy", "--step", parser="qwen2d5", checks="golden,PARITY,DELTA")), ("mlx-lm", check_mlx_lm), ("blame", check_blame),
                      ("ollama", check_ollama), ("llama-cpp", check_llama_cpp),
                      ("templates", check_templates), ("absent", check_absent), ("engines", check_engines)):
        try:
            job()
            print(f"ok {name}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {name}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())
