import { Context } from "../../context.ts";
import { InvalidInputError } from "../../errors.ts";
import type { Command } from "../command.ts";
import { messageLine } from "../print.ts";

/** `ctx mcp`: serves the memory over the Model Context Protocol, on standard input and output. */
export const mcp: Command = async ({ words, io, options }) => {
  const readOnly = words.has("read-only"), allowDelete = words.has("allow-delete");
  if (readOnly && allowDelete) throw new InvalidInputError("--allow-delete does not go with --read-only");
  const given = options();
  if (words.has("json")) {
    throw new InvalidInputError("ctx mcp does not take --json: it prints the protocol alone");
  }
  const { serveMcp } = await import("../../mcp/serve.ts");
  await serveMcp({
    open: (author) => new Context({ ...given, author }),
    author: words.text("author")?.trim() || given.author?.trim() || undefined,
    readOnly,
    allowDelete,
    write: (text) => io.out(text),
    log: (line) => io.err(messageLine(line)),
  });
  return { text: () => "", json: () => "" };
};
