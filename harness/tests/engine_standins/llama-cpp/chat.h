/* SPDX-License-Identifier: Apache-2.0 */
/* chat.h: what the worker uses of llama.cpp's common/chat.h, of the same names and meaning, over a
 * small reader of one notation. Written for the tests. */
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using json = nlohmann::ordered_json;

struct common_chat_tool_call {
    std::string name, arguments, id;
};

struct common_chat_msg {
    std::string role, content, reasoning_content;
    std::vector<common_chat_tool_call> tool_calls;

    bool empty() const
    {
        return content.empty() && reasoning_content.empty() && tool_calls.empty();
    }

    void set_tool_call_ids(std::vector<std::string> &ids, const std::function<std::string()> &make)
    {
        for (size_t i = 0; i < tool_calls.size(); i++) {
            if (ids.size() <= i) {
                ids.push_back(make());
            }
            tool_calls[i].id = ids[i];
        }
    }
};

struct common_chat_msg_diff {
    std::string reasoning_content_delta, content_delta;
    size_t tool_call_index = std::string::npos;
    common_chat_tool_call tool_call_delta;

    static std::vector<common_chat_msg_diff> compute_diffs(const common_chat_msg &before,
                                                           const common_chat_msg &after)
    {
        std::vector<common_chat_msg_diff> made;
        if (after.content.size() > before.content.size()) {
            made.emplace_back().content_delta = after.content.substr(before.content.size());
        }
        for (size_t i = before.tool_calls.size(); i < after.tool_calls.size(); i++) {
            made.emplace_back().tool_call_index = i;
            made.back().tool_call_delta = after.tool_calls[i];
        }
        return made;
    }
};

struct common_chat_tool {
    std::string name, description, parameters;
};

enum common_reasoning_format { COMMON_REASONING_FORMAT_NONE, COMMON_REASONING_FORMAT_DEEPSEEK };

struct common_chat_templates_inputs {
    std::vector<common_chat_msg> messages;
    std::vector<common_chat_tool> tools;
    bool parallel_tool_calls = false, enable_thinking = true;
    common_reasoning_format reasoning_format = COMMON_REASONING_FORMAT_NONE;
};

struct common_chat_params {
    std::vector<std::string> preserved_tokens;
    std::string parser;
};

struct common_peg_arena {
    std::string loaded;

    void load(const std::string &text)
    {
        loaded = text;
    }
};

struct common_chat_parser_params {
    common_peg_arena parser;
    common_reasoning_format reasoning_format = COMMON_REASONING_FORMAT_NONE;

    explicit common_chat_parser_params(const common_chat_params &)
    {
    }
};

struct common_chat_template_caps {
    bool supports_parallel_tool_calls = true;
};

struct common_chat_templates {
    std::string source;
};

using common_chat_templates_ptr = std::unique_ptr<common_chat_templates>;

inline common_chat_templates_ptr common_chat_templates_init(const void *, const std::string &source)
{
    return common_chat_templates_ptr(new common_chat_templates{ source });
}

inline common_chat_template_caps common_chat_templates_get_caps(const common_chat_templates *,
                                                                const std::string &)
{
    return {};
}

/* The parser is known by the names of its tools, with blanks around them. */
inline common_chat_params common_chat_templates_apply(const common_chat_templates *,
                                                      const common_chat_templates_inputs &inputs)
{
    common_chat_params made;
    made.preserved_tokens = { "<tool_call>", "</tool_call>" };
    made.parser = " ";
    for (const auto &tool : inputs.tools) {
        made.parser += tool.name + " ";
    }
    return made;
}

/* Calls in the form of the template; whatever else follows an opening is an error, unless it may go
 * on. */
inline common_chat_msg common_chat_parse(const std::string &text, bool is_partial,
                                         const common_chat_parser_params &how)
{
    static const std::string kOpen = "<tool_call>\n", kClose = "\n</tool_call>";
    common_chat_msg made;
    size_t at = text.find("<tool_call>");
    made.content = text.substr(0, at);
    while (at != std::string::npos) {
        const size_t end = text.find(kClose, at);
        if (end == std::string::npos && is_partial) {
            return made;
        }
        const bool opens = text.compare(at, kOpen.size(), kOpen) == 0;
        const json call = json::parse(opens && end != std::string::npos
                                          ? text.substr(at + kOpen.size(), end - at - kOpen.size())
                                          : "",
                                      nullptr, false);
        if (call.is_discarded() ||
            how.parser.loaded.find(" " + call.value("name", "") + " ") == std::string::npos) {
            throw std::runtime_error("does not match the expected format");
        }
        made.tool_calls.push_back({ call.at("name"), call.at("arguments").dump(), "" });
        at = text.find("<tool_call>", end);
    }
    return made;
}
