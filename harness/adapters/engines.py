# SPDX-License-Identifier: Apache-2.0
"""engines.py FENCEPOST REPORTS [OPTION...]: runs the parsers of inference engines that are present.

Where an engine is, its variable tells: FENCEPOST_VLLM, FENCEPOST_SGLANG, FENCEPOST_LMDEPLOY and FENCEPOST_MLX_LM name the folder that has the package
(without them an installed package is taken), FENCEPOST_OLLAMA the program that engine-ollama/README.md describes,
FENCEPOST_LLAMA_CPP that of engine-llama-cpp/README.md, and FENCEPOST_LLAMA_CPP_TEMPLATES its templates. FENCEPOST_VLLM_COMMIT,
FENCEPOST_SGLANG_COMMIT, FENCEPOST_LMDEPLOY_COMMIT, FENCEPOST_MLX_LM_COMMIT, FENCEPOST_OLLAMA_COMMIT and FENCEPOST_LLAMA_CPP_COMMIT are what version reports name. What is absent is
reported in a sentence. Each run leaves a report in REPORTS/NAME; options go to `fencepost test`. The status is 1 if a worker did
not start.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ABSENT = 4
# The older kind of vLLM's parsers loses calls that come in one delta; its server feeds a token a delta by default.
STEPPED = ("apertus", "deepseek_v3", "deepseek_v31", "ernie45", "functiongemma", "gigachat3", "granite", "granite-20b-fc",
           "hunyuan_a13b", "hy_v3", "internlm", "jamba", "lfm2", "llama3_json", "minicpm5", "olmo3", "mistral", "mistral_v7",
           "phi4_mini_json", "pythonic", "seed_oss", "step3", "xlam")
PYTHON = [("vllm", "hermes", "hermes"), ("vllm", "qwen3_coder", "qwen3-coder"), ("vllm", "step3p5", "qwen3-coder"),
          ("vllm", "kimi_k2", "kimi-k2"), ("vllm", "glm45", "glm"), ("vllm", "minimax_m2", "minimax-m2"),
          ("vllm", "deepseek_v3", "deepseek-v3"), ("vllm", "deepseek_v31", "deepseek-v31"),
          ("vllm", "deepseek_v32", "deepseek-v32"), ("vllm", "deepseek_v4", "deepseek-v4"), ("vllm", "gemma4", "gemma4"),
          ("vllm", "functiongemma", "function-gemma"), ("vllm", "granite", "granite3"),
          ("vllm", "hunyuan_a13b", "hunyuan-a13b"), ("vllm", "hy_v3", "hy-v3"),
          ("vllm", "internlm", "internlm"), ("vllm", "jamba", "jamba"),
          ("vllm", "lfm2", "lfm2"), ("vllm", "llama3_json", "llama3-json"), ("vllm", "longcat", "longcat"),
          ("vllm", "olmo3", "olmo3"), ("vllm", "phi4_mini_json", "phi4-mini"), ("vllm", "pythonic", "pythonic"),
          ("vllm", "seed_oss", "seed-oss"), ("vllm", "step3", "step3"), ("vllm", "minicpm5", "minicpm5"),
          ("vllm", "apertus", "apertus"), ("vllm", "ernie45", "ernie45"),
          ("vllm", "gigachat3", "gigachat3"), ("vllm", "granite-20b-fc", "granite-20b-fc"), ("vllm", "xlam", "xlam"),
          ("vllm", "mistral", "mistral-v11"), ("vllm", "mistral_v7", "mistral-v7"),
          ("sglang", "hermes", "hermes"), ("sglang", "qwen25", "hermes"), ("sglang", "qwen3_coder", "qwen3-coder"),
          ("sglang", "kimi_k2", "kimi-k2"), ("sglang", "glm45", "glm"), ("sglang", "glm47", "glm"),
          ("sglang", "minimax-m2", "minimax-m2"), ("sglang", "deepseekv3", "deepseek-v3"),
          ("sglang", "deepseekv31", "deepseek-v31"), ("sglang", "deepseekv32", "deepseek-v32"),
          ("sglang", "deepseekv4", "deepseek-v4"), ("sglang", "gemma4", "gemma4"), ("sglang", "gpt-oss", "harmony"),
          ("sglang", "hunyuan", "hy-v3"), ("sglang", "lfm2", "lfm2"), ("sglang", "llama3", "llama3-json"),
          ("sglang", "mistral", "mistral-v7"), ("sglang", "pythonic", "pythonic"), ("sglang", "poolside_v1", "glm"),
          ("sglang", "interns1", "intern-s1"), ("sglang", "gigachat3", "gigachat3"),
          ("sglang", "step3", "step3"), ("sglang", "minicpm5", "minicpm5"),
          ("lmdeploy", "qwen2d5", "hermes"), ("lmdeploy", "qwen3", "hermes"), ("lmdeploy", "qwen3coder", "qwen3-coder"),
          ("lmdeploy", "glm47", "glm"), ("lmdeploy", "internlm", "internlm"), ("lmdeploy", "llama3", "llama3-json"),
          ("lmdeploy", "deepseek-v32", "deepseek-v32"), ("lmdeploy", "deepseek-v4", "deepseek-v4"),
          ("mlx-lm", "json_tools", "hermes"), ("mlx-lm", "qwen3_coder", "qwen3-coder"), ("mlx-lm", "glm47", "glm"),
          ("mlx-lm", "kimi_k2", "kimi-k2"), ("mlx-lm", "longcat", "longcat"), ("mlx-lm", "minimax_m2", "minimax-m2"),
          ("mlx-lm", "function_gemma", "function-gemma"), ("mlx-lm", "gemma4", "gemma4"),
          ("mlx-lm", "mistral", "mistral-v11"), ("mlx-lm", "pythonic", "lfm2")]
OLLAMA = [("qwen3", "hermes"), ("qwen3-coder", "qwen3-coder"), ("glm-4.7", "glm"), ("cogito", "deepseek-v3"),
          ("deepseek3", "deepseek-v31"), ("glimmer", "glimmer")]

LLAMA_CPP = [("hermes", "Qwen-Qwen2.5-7B-Instruct"), ("qwen3-coder", "Qwen3-Coder"), ("glm", "GLM-4.6"),
             ("kimi-k2", "Kimi-K2-Instruct"), ("deepseek-v31", "deepseek-ai-DeepSeek-V3.1")]


def python_worker(engine, parser):
    """The command of a Python worker. SGLang, LMDeploy, mlx-lm, and some of vLLM's parsers, are fed a token at a time."""
    worker = [sys.executable, str(HERE / f"engine-{engine}" / "adapter.py"), parser]
    place = f"FENCEPOST_{engine.upper().replace('-', '_')}"
    for option, variable in (("--source", place), ("--commit", f"{place}_COMMIT")):
        worker += [option, os.environ[variable]] if os.environ.get(variable) else []
    return worker + (["--step"] if engine != "vllm" or parser in STEPPED else [])


def why_absent(worker):
    """Why the worker cannot be started, or None."""
    done = subprocess.run([*worker, "--present"], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode == 0:
        return None
    assert done.returncode == ABSENT, f"{worker}: {done.stderr[-2000:]}"
    return done.stderr.strip()


def workers():
    """(name, syntax, worker or None, why it is absent)."""
    for engine, parser, syntax in PYTHON:
        worker = python_worker(engine, parser)
        why = why_absent(worker)
        yield f"{engine}-{parser}", syntax, None if why else worker, why
    program, commit = os.environ.get("FENCEPOST_OLLAMA"), os.environ.get("FENCEPOST_OLLAMA_COMMIT")
    for parser, syntax in OLLAMA:
        worker = [program, parser, *([commit] if commit else [])] if program else None
        yield f"ollama-{parser}", syntax, worker, None if worker else "FENCEPOST_OLLAMA names no program"
    program, folder = os.environ.get("FENCEPOST_LLAMA_CPP"), os.environ.get("FENCEPOST_LLAMA_CPP_TEMPLATES")
    commit = os.environ.get("FENCEPOST_LLAMA_CPP_COMMIT")
    for syntax, template in LLAMA_CPP:
        worker = [program, syntax, f"{folder}/{template}.jinja", *([commit] if commit else [])] if program and folder else None
        yield (f"llama-cpp-{syntax}", syntax, worker,
               None if worker else "FENCEPOST_LLAMA_CPP names no program, or FENCEPOST_LLAMA_CPP_TEMPLATES no folder")


def counted(report):
    lines = (report / "report.jsonl").read_text(encoding="utf-8").splitlines()
    return sum(bool(line.get("counts")) for line in map(json.loads, lines) if line["record"] == "result")


def main(fencepost, reports, *more):
    ran, failed, absent = 0, 0, 0
    for name, syntax, worker, why in workers():
        if why:
            absent += 1
            print(f"absent: {name}: {why}", flush=True)
            continue
        report = Path(reports, name)
        command = [fencepost, "test", "--syntax", syntax, "--seed", "1", "--deadline", "2", *more, "--report", str(report)]
        done = subprocess.run([*command, "--", *worker], capture_output=True, text=True, check=False)
        if done.returncode > 1:
            failed += 1
            print(f"FAILED {name}: {done.stderr[-2000:]}", flush=True)
        else:
            ran += 1
            print(f"run: {name}: {counted(report)} failures that count; {report}/report.jsonl", flush=True)
    print(f"engines: {ran} run, {absent} absent, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
