import { InvalidInputError } from "../../errors.ts";
import { JsonSyntaxError, placeOf } from "../../json/scan.ts";
import { decodeUtf8, NotUtf8Error } from "../../json/utf8.ts";
import { isTar, TarError } from "../../text/read_tar.ts";
import type { StoreName } from "../entry.ts";
import { readExport } from "../export_document.ts";
import { isGraphLines, readGraphLines } from "./mcp_memory_lines.ts";
import type { Incoming } from "./on_conflict.ts";
import { readNotes } from "./markdown_notes.ts";
import type { Facts } from "../put.ts";

/** What can be imported: an export of ctx, the memory file of an MCP memory server, Markdown notes as a tar stream. */
export type ImportFormat = "ctx" | "mcp-memory" | "notes";

/** The formats that can be imported. */
export const IMPORT_FORMATS: readonly ImportFormat[] = ["ctx", "mcp-memory", "notes"];

/** The most bytes that an import may have: three times an export of a hundred thousand entries. */
export const IMPORT_LIMIT_BYTES = 256 * 2 ** 20;

/** What an import holds. */
export interface ReadImport {
  readonly format: ImportFormat;
  readonly entries: readonly Incoming[];
  /** How many files of a tar stream were passed over. */
  readonly skipped: number;
}

const COMPRESSED: readonly (readonly [kind: string, ...magic: number[]])[] = [
  ["gzip", 0x1f, 0x8b],
  ["zstd", 0x28, 0xb5, 0x2f, 0xfd],
  ["bzip2", 0x42, 0x5a, 0x68],
  ["xz", 0xfd, 0x37, 0x7a, 0x58],
  ["zip", 0x50, 0x4b, 0x03, 0x04],
];

/**
 * Reads what is to be imported, whole and strictly, before anything is done with it.
 *
 * @param bytes It. @param from Its format; told by its content where absent.
 * @param store Where what other programs knew is to go. @param facts The time and the author.
 * @returns The entries in it.
 * @throws {InvalidInputError} If it is of no format that is known, or not what its format should be.
 */
export function readImport(
  bytes: Uint8Array,
  from: ImportFormat | undefined,
  store: StoreName,
  facts: Facts,
): ReadImport {
  if (bytes.length === 0) throw refusal("there is nothing on standard input", HOW);
  if (bytes.length > IMPORT_LIMIT_BYTES) {
    throw refusal(`it holds more than ${IMPORT_LIMIT_BYTES / 2 ** 20} MiB`, "Import it in parts.");
  }
  const packed = COMPRESSED.find(([, ...magic]) => magic.every((byte, i) => bytes[i] === byte));
  if (packed) {
    throw refusal(`it is compressed (${packed[0]})`, "Unpack it first: gunzip -c notes.tar.gz | ctx import");
  }
  let text = "";
  try {
    if (from === "notes" || (from === undefined && isTar(bytes))) {
      const notes = readNotes(bytes, store, facts);
      if (notes.entries.length === 0) throw new TarError("no Markdown note is in it");
      return { format: "notes", ...notes };
    }
    text = decodeUtf8(bytes);
    if (from === "mcp-memory" || (from === undefined && isGraphLines(text))) {
      return { format: "mcp-memory", entries: readGraphLines(text, store, facts), skipped: 0 };
    }
    if (from === undefined && !/^\s*\{/.test(text)) {
      throw refusal("it is neither an export of ctx, nor an MCP memory file, nor a tar stream", HOW);
    }
    return { format: "ctx", entries: readExport(text), skipped: 0 };
  } catch (error) {
    if (error instanceof TarError) {
      throw refusal(error.message, "Pack it with tar -c, not compressed.", error);
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (error instanceof NotUtf8Error) text = error.text;
    const { line, column } = placeOf(text, error.offset);
    throw refusal(`line ${line}, column ${column}: ${error.message}`, HOW, error);
  }
}

const HOW = "ctx export, or a memory file of JSON Lines, or tar -c NOTES gives what can be imported.";

function refusal(what: string, hint: string, cause?: unknown): InvalidInputError {
  return new InvalidInputError(`Cannot import: ${what}; nothing was written`, { hint, cause });
}
