import type { ExportFilters } from "../../exporting.ts";
import type { Command } from "../command.ts";
import { documentLine } from "../print.ts";

/** `ctx export`: prints entries as one JSON document (§10). */
export const exported: Command = async ({ words, io, context }) => {
  const names = ["store", "source", "basis", "scope", "author", "status", "since"] as const;
  const filters: ExportFilters = Object.fromEntries(names.map((name) => [name, words.text(name)]));
  const { text, faults } = await context().export({ ...filters, tags: words.texts("tag") });
  return {
    // A terminal obeys some controls that JSON lets through; a file is to have every byte as it is stored.
    text: () => io.isTerminal ? documentLine(text).slice(0, -1) : text,
    json: () => text.replaceAll("\n", ""),
    faults,
  };
};
