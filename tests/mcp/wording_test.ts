import { assertEquals } from "@std/assert";
import { inTools } from "../../lib/mcp/wording.ts";

Deno.test("inTools() says in words of the tools what a message says in words of the command", {
  permissions: "none",
}, () => {
  for (
    const [command, tools] of [
      ["The store agent has it: add --store agent.", "The store agent has it: give store agent."],
      ['Did you mean "k" with --store agent?', 'Did you mean "k" with store agent?'],
      [
        "ctx search finds entries by a part of their key or value.",
        "ctx_search finds entries by a part of their key or value.",
      ],
      ["ctx undo --store operator puts it back", "ctx_undo store operator puts it back"],
      ["ctx list --tag decision", "ctx_list tags decision"],
      ["ctx session show", "ctx://session/latest"],
      ["ctx supersede old by new", "ctx_mark supersede old by new"],
      ["a value -- with dashes --", "a value -- with dashes --"],
    ] as const
  ) assertEquals(inTools(command), tools);
});
