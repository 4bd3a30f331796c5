import { writeFile } from "../../pkg/package_file.ts";
import { type ListedPackage, Packages } from "../../pkg/packages.ts";
import { clip } from "../../text/excerpt.ts";
import type { Command } from "../command.ts";
import { documentLine } from "../print.ts";

/** So many digits of a key are shown: it is known again by them. */
const KEY_DIGITS = 16;

/** `ctx pkg list`: the packages that are kept. */
export const list: Command = async ({ options }) => {
  const results = await new Packages(options()).list();
  return {
    text: () => results.map((one) => `${lineOf(one, isAlone(one, results))}\n`).join(""),
    json: () => JSON.stringify({ results, total: results.length, more: 0 }),
  };
};

/** `ctx pkg export`: a package that is kept, byte for byte. */
export const exported: Command = async ({ words, io, options }) => {
  const bytes = await new Packages(options()).export(words.positional[1]!), out = words.text("out");
  if (out === undefined || out === "-") {
    // A terminal obeys some controls that JSON lets through; a file is to have every byte.
    const shown = io.isTerminal ? documentLine(new TextDecoder().decode(bytes)).slice(0, -1) : bytes;
    return { text: () => shown, json: () => JSON.stringify({ document: new TextDecoder().decode(bytes) }) };
  }
  await writeFile(out, bytes, options().home);
  return {
    text: () => `written to ${clip(out, 300)}: ${bytes.length} bytes\n`,
    json: () => JSON.stringify({ file: out, size: bytes.length }),
  };
};

/** `ctx pkg remove`: takes a package out; its entries stay. */
export const remove: Command = async ({ words, io, options }) => {
  const files = await new Packages(options()).remove(words.positional[1]!, io.interrupted());
  return {
    text: () =>
      files.map((file) => `${clip(file, 300)}: removed; its entries stay, as plain facts\n`).join(""),
    json: () => JSON.stringify({ files }),
  };
};

/** Whether no other package has its name and version. */
function isAlone({ name, version }: ListedPackage, all: readonly ListedPackage[]): boolean {
  return all.filter((one) => one.name === name && one.version === version).length === 1;
}

function lineOf(one: ListedPackage, isAlone: boolean): string {
  const { name, version, kind, layers = [], size, signer, file, isPinned, fault } = one;
  if (fault !== undefined) {
    return `${clip(file, 200)}: ${fault.startsWith("E_READ") ? "" : "damaged, "}${fault}`;
  }
  const parts = [
    kind === "context" ? layers.join(", ") || "a graph" : kind,
    `${size} bytes`,
    signer === undefined ? "unsigned" : `signed by ${signer.slice(0, KEY_DIGITS)}`,
    isPinned && "the newest imported",
    !isAlone && clip(file, 200),
  ];
  return `${clip(name!, 128)}@${clip(version!, 64)} ${parts.filter(Boolean).join("; ")}`;
}
