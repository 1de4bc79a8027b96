// SPDX-License-Identifier: Apache-2.0

// The parser that llama.cpp makes of a model's chat template, driven as its server does: at each
// piece all text is parsed anew as partial, at the end as whole, and what a client sees is the
// difference. worker SYNTAX TEMPLATE [COMMIT]

#include "chat.h"
#include "nlohmann/json.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace
{

// What the parser does where a notation leaves a choice.
const std::map<std::string, json> kPolicies = {
    { "deepseek-v31", json::object() },
    { "glm", { { "types", "schema" } } },
    { "hermes", json::object() },
    { "kimi-k2", json::object() },
    { "minimax-m3", { { "types", "schema" } } },
    { "qwen3-coder", { { "types", "schema" } } },
};

json policies_of(const std::string &syntax)
{
    json made = kPolicies.at(syntax);
    made["unterminated"] = "recover";
    made["code_fence"] = "call";
    made["reasoning"] = "plain";
    return made;
}

// A piece of the input, and the number of the chunk that it came with.
struct piece {
    size_t chunk;
    std::string text;
};

// The beginning of the mark that the cut is inside of, or the cut itself.
size_t outside_of_marks(const std::string &text, size_t cut, const std::vector<std::string> &marks)
{
    for (const auto &mark : marks) {
        for (size_t begin = cut > mark.size() ? cut - mark.size() + 1 : 0; begin < cut; begin++) {
            if (begin + mark.size() > cut && text.compare(begin, mark.size(), mark) == 0) {
                return begin;
            }
        }
    }
    return cut;
}

// The chunks, except that a cut in a mark moves to its beginning: a mark is one token for the
// models.
std::vector<piece> pieces_of(const std::vector<std::string> &chunks,
                             const std::vector<std::string> &marks)
{
    std::string text;
    for (const auto &chunk : chunks) {
        text += chunk;
    }
    std::vector<piece> made;
    size_t at = 0;
    size_t done = 0;
    for (size_t i = 0; i < chunks.size(); i++) {
        at += chunks[i].size();
        const size_t cut = outside_of_marks(text, at, marks);
        if (cut > done) {
            made.push_back({ i, text.substr(done, cut - done) });
            done = cut;
        }
    }
    return made;
}

// The stream of one answer. A call is told of when its arguments begin, when something else
// follows, or at the end, as the server does, for until then its name may grow.
class stream
{
  public:
    explicit stream(const common_chat_parser_params &how) : how_(how)
    {
    }

    // The deltas that this piece makes.
    json add(const std::string &piece, bool partial)
    {
        text_ += piece;
        common_chat_msg parsed = common_chat_parse(text_, partial, how_);
        deltas_ = json::array();
        if (parsed.empty()) {
            return deltas_;
        }
        parsed.set_tool_call_ids(ids_, [this] { return "call_" + std::to_string(ids_.size()); });
        const auto differences = common_chat_msg_diff::compute_diffs(shown_, parsed);
        shown_ = parsed;
        for (const auto &one : differences) {
            show(one, partial);
        }
        if (!partial) {
            tell_of_calls(std::string::npos);
        }
        return deltas_;
    }

  private:
    void show(const common_chat_msg_diff &one, bool partial)
    {
        const size_t index = one.tool_call_index;
        const std::string &arguments = one.tool_call_delta.arguments;
        const bool is_call = index != std::string::npos;
        tell_of_calls(is_call && arguments.empty() ? index : std::string::npos);
        if (is_call) {
            if (!partial) {
                tell_of_calls(std::string::npos);
            }
            if (!arguments.empty()) {
                deltas_.push_back({ { "tool_calls",
                                      { { { "index", index },
                                          { "function", { { "arguments", arguments } } } } } } });
            }
            return;
        }
        json delta = json::object();
        if (!one.reasoning_content_delta.empty()) {
            delta["reasoning_content"] = one.reasoning_content_delta;
        }
        if (!one.content_delta.empty()) {
            delta["content"] = one.content_delta;
        }
        deltas_.push_back(delta);
    }

    // Tells of the calls that were not told of, except of this one.
    void tell_of_calls(size_t but)
    {
        for (size_t i = 0; i < shown_.tool_calls.size(); i++) {
            const auto &call = shown_.tool_calls[i];
            if (i == but || call.name.empty() || !told_.insert(i).second) {
                continue;
            }
            deltas_.push_back(
                { { "tool_calls",
                    { { { "index", i },
                        { "id", call.id },
                        { "type", "function" },
                        { "function", { { "name", call.name }, { "arguments", "" } } } } } } });
        }
    }

    const common_chat_parser_params &how_;
    std::string text_;
    common_chat_msg shown_;
    std::vector<std::string> ids_;
    std::set<size_t> told_;
    json deltas_;
};

// The schema in words that the parser's generator takes. It ends with an error at a type that JSON
// Schema does not have, and reads a key of any type as JSON, where the other engines read text:
// such a key is a string. Some templates want a description of each key.
json taken_schema(json schema)
{
    static const std::set<std::string> kTypes = { "array",  "boolean", "integer", "null",
                                                  "number", "object",  "string" };
    if (schema.contains("type") && schema["type"].is_string() &&
        kTypes.count(schema["type"]) == 0) {
        schema.erase("type");
    }
    if (schema.contains("properties") && schema["properties"].is_object()) {
        for (auto &property : schema["properties"]) {
            if (property.is_object()) {
                property = taken_schema(property);
                if (property.empty()) {
                    property["type"] = "string";
                }
                property.emplace("description", "A key.");
            }
        }
    }
    return schema;
}

// What the template makes of a question and these tools: the parser, and the marks that are tokens.
common_chat_params template_applied(const common_chat_templates *templates, const json &catalogue)
{
    common_chat_templates_inputs inputs;
    common_chat_msg question;
    question.role = "user";
    question.content = "Go on.";
    inputs.messages = { question };
    for (const auto &tool : catalogue) {
        inputs.tools.push_back({ tool.at("name"), "",
                                 taken_schema(tool.value("inputSchema", json::object())).dump() });
    }
    inputs.parallel_tool_calls =
        common_chat_templates_get_caps(templates, "").supports_parallel_tool_calls;
    inputs.enable_thinking = false;
    inputs.reasoning_format =
        COMMON_REASONING_FORMAT_DEEPSEEK; // the prompt's empty reasoning is no text of the answer
    return common_chat_templates_apply(templates, inputs);
}

json whole(const std::string &text, const common_chat_parser_params &how)
{
    const common_chat_msg parsed = common_chat_parse(text, false, how);
    json calls = json::array();
    for (const auto &call : parsed.tool_calls) {
        calls.push_back({ { "name", call.name }, { "arguments", call.arguments } });
    }
    return { { "text", parsed.content }, { "calls", calls } };
}

json streamed(const std::vector<piece> &pieces, size_t chunks, const common_chat_parser_params &how)
{
    stream answer(how);
    json numbered = json::array();
    bool called = false;
    const auto add = [&](size_t chunk, const json &deltas) {
        for (const auto &delta : deltas) {
            called = called || delta.contains("tool_calls");
            numbered.push_back({ chunk, delta });
        }
    };
    for (const auto &one : pieces) {
        add(one.chunk, answer.add(one.text, true));
    }
    add(chunks, answer.add("", false));
    numbered.push_back({ chunks, { { "finish_reason", called ? "tool_calls" : "stop" } } });
    return { { "deltas", numbered } };
}

json parse(const common_chat_templates *templates, const json &asked)
{
    const auto chunks = asked.at("chunks").get<std::vector<std::string>>();
    const common_chat_params applied =
        template_applied(templates, asked.value("catalogue", json::array()));
    common_chat_parser_params how(applied);
    how.parser.load(applied.parser);
    how.reasoning_format = COMMON_REASONING_FORMAT_DEEPSEEK;
    if (asked.value("mode", "stream") == "whole") {
        std::string text;
        for (const auto &chunk : chunks) {
            text += chunk;
        }
        return whole(text, how);
    }
    return streamed(pieces_of(chunks, applied.preserved_tokens), chunks.size(), how);
}

json answer(const common_chat_templates *templates, const json &hello, const json &asked)
{
    if (asked.at("op") != "parse") {
        return hello;
    }
    try {
        return parse(templates, asked);
    } catch (const std::exception &
                 error) { // an exception is an error in place of the whole answer, as in the server
        return { { "error", std::string(error.what()).substr(0, 300) } };
    }
}

void serve(const common_chat_templates *templates, const json &hello)
{
    std::string line;
    while (std::getline(std::cin, line)) {
        const json asked = json::parse(line);
        if (asked.at("op") == "bye") {
            return;
        }
        json made = answer(templates, hello, asked);
        made["id"] = asked.at("id");
        std::cout << made.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
    }
}

int refuse(const std::string &sentence)
{
    std::cerr << sentence << '\n';
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3 || kPolicies.count(argv[1]) == 0) {
        std::string names;
        for (const auto &one : kPolicies) {
            names += " " + one.first;
        }
        return refuse("usage: worker SYNTAX TEMPLATE [COMMIT]; SYNTAX is one of" + names);
    }
    std::ifstream file(argv[2]);
    if (!file) {
        return refuse(std::string("cannot read the chat template ") + argv[2]);
    }
    const std::string source((std::istreambuf_iterator<char>(file)),
                             std::istreambuf_iterator<char>());
    const common_chat_templates_ptr templates = common_chat_templates_init(nullptr, source);
    const std::string syntax = argv[1];
    serve(templates.get(), { { "protocol", 1 },
                             { "name", "llama.cpp " + syntax },
                             { "version", argc > 3 ? argv[3] : "unknown" },
                             { "language", "c++" },
                             { "unit", "codepoint" },
                             { "capabilities", { "catalogue", "deltas" } },
                             { "needs", { "tools" } },
                             { "modes", { "stream", "whole" } },
                             { "output", "constrained" },
                             { "syntaxes", { syntax } },
                             { "policies", policies_of(syntax) } });
    return 0;
}
