// SPDX-License-Identifier: Apache-2.0
// cost.mjs CORPUS_DIR: what the same calls cost in each notation, in bytes and in tokens, as Markdown.
// Run it in a folder where the packages of package.json are installed.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getEncoding } from "js-tiktoken";
import llama3 from "llama3-tokenizer-js";

const o200k = getEncoding("o200k_base");
const MEASURES = [
    ["bytes", (text) => Buffer.byteLength(text)],
    ["o200k", (text) => o200k.encode(text, [], []).length],
    ["Llama 3", (text) => llama3.encode(text, { bos: false, eos: false }).length],
];

// The calls that are shown alone: all notations carry them.
const ALONE = [["typed", "short", "one number"], ["typed", "positional", "a number, a path, two lines"]];

// What each syntax makes of the rows: {name: {syntax: text}}.
function renderings(corpus) {
    const all = {};
    for (const syntax of readdirSync(corpus).sort()) {
        const path = join(corpus, syntax, "renderings.json");
        const of = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).renderings : {};
        for (const [name, text] of Object.entries(of)) {
            all[name] = { ...all[name], [syntax]: text };
        }
    }
    return all;
}

function rows(corpus) {
    const folder = join(corpus, "equivalence");
    const texts = renderings(corpus);
    const all = [];
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".json")).sort()) {
        for (const row of JSON.parse(readFileSync(join(folder, file), "utf8")).cases) {
            all.push({ feature: file.slice(0, -".json".length), ...row, renderings: texts[row.name] ?? {} });
        }
    }
    return all;
}

// Name, keys and values, a line each: what any notation has to write.
function content(call) {
    const input = call.input_json ? JSON.parse(call.input_json) : call.input;
    const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));
    return [call.name, ...Object.entries(input).flatMap(([key, value]) => [key, text(value)])].join("\n");
}

function sum(texts) {
    return MEASURES.map(([, measure]) => texts.reduce((total, text) => total + measure(text), 0));
}

const line = (cells) => `| ${cells.join(" | ")} |`;

function table(title, chosen, syntaxes) {
    const texts = (syntax) => chosen.map((row) => row.renderings[syntax]);
    const base = sum(chosen.map((row) => content(row.call)));
    const costs = syntaxes.map((syntax) => [syntax, sum(texts(syntax))]).sort((a, b) => a[1][1] - b[1][1]);
    const over = (counts) => `${counts[1] - base[1]}`;
    return [
        `**${title}**`,
        "",
        line(["notation", ...MEASURES.map(([name]) => name), "o200k tokens more than the content"]),
        line(["---", ...MEASURES.map(() => "---:"), "---:"]),
        line(["*the content alone*", ...base, ""]),
        ...costs.map(([syntax, counts]) => line([`\`${syntax}\``, ...counts, over(counts)])),
        "",
    ].join("\n");
}

function renderable(row) {
    return Object.values(row.renderings).every((rendering) => typeof rendering === "string");
}

const all = rows(process.argv[2]).filter(renderable);
const syntaxes = [...new Set(all.flatMap((row) => Object.keys(row.renderings)))].sort();
const tables = ALONE.map(([feature, name, title]) => {
    const row = all.find((one) => one.feature === feature && one.name === name);
    return table(`One call: ${title}`, [row], syntaxes);
});
const named = syntaxes.filter((syntax) => !syntax.startsWith("emoji-"));
const shared = all.filter((row) => named.every((syntax) => syntax in row.renderings));
tables.push(table(`All ${shared.length} calls that the notations with named arguments carry`, shared, named));
process.stdout.write(tables.join("\n"));
