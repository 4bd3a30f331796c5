import { assert, assertMatch } from "@std/assert";
import { RULES } from "../../lib/memory/rules_md.ts";

const pure = { permissions: "none" } as const;

Deno.test("RULES holds the four rules that §6 recommends as the minimum", pure, () => {
  for (
    const rule of [
      /\*\*ctx is the shared memory\.\*\*[^*]*private memory/,
      /\*\*Write only through `ctx`\.\*\*[^*]*lock, the timestamps and the\s+status fields/,
      /\*\*READ means read\.\*\*[^*]*READ ONLY[^*]*WRITE/,
      /\*\*Sign your own work\.\*\*[^]*one-page summary[^]*`\*\*Agent:\*\* <name>`[^]*`CTX_AUTHOR`[^]*co-author\s+trailer/,
    ]
  ) assertMatch(RULES, rule);
});

Deno.test(
  "RULES is Markdown with a title, a newline at its end, and no line that wraps on a wide screen",
  pure,
  () => {
    assert(RULES.startsWith("# ") && RULES.endsWith("\n") && !RULES.endsWith("\n\n"));
    for (const line of RULES.split("\n")) assert(line.length <= 110, line);
  },
);

Deno.test("RULES names no harness and no model (§6)", pure, () => {
  for (const name of ["claude", "codex", "gemini", "cursor", "copilot", "gpt"]) {
    assert(!RULES.toLowerCase().includes(name), name);
  }
});
