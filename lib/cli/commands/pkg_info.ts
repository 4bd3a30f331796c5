import { faultsOfItems } from "../../pkg/check/check_items.ts";
import { CtxError, NotFoundError, RefusedError } from "../../errors.ts";
import { describePackage, type PackageDescription } from "../../pkg/describe.ts";
import type { PackageImport } from "../../pkg/import/import_package.ts";
import { Packages } from "../../pkg/packages.ts";
import { summaryOfSession } from "../../pkg/make/session_layer.ts";
import type { Package } from "../../pkg/parse.ts";
import { clip } from "../../text/excerpt.ts";
import type { Call, Command } from "../command.ts";
import { packageNamed } from "../package_named.ts";

const WORD = 120, MOST_LISTED = 20;

/** `ctx pkg info`: what a package says of itself, what it holds, and what an import would do (ctxpkg §13.2). */
export const info: Command = async (call) => {
  const one = await packageNamed(call, call.words.positional[1]!);
  if (call.words.has("session")) return sessionOf(one);
  const description = describePackage(one), preview = await previewOf(call, one);
  const { sha256, verification: { reading, signer, warnings } } = one;
  return {
    text: () => textOf(one, description, preview),
    json: () => JSON.stringify({ ...description, sha256, reading, signer, import: preview }),
    notes: warnings,
  };
};

/** The session layer as a summary, which ctx session write takes. */
function sessionOf(one: Package) {
  const { session } = one.content;
  if (!one.verification.layers?.includes("session") || session === undefined) {
    throw new NotFoundError(`${one.name}@${one.version} has no session layer`);
  }
  const { layers = [] } = one.verification;
  for (const fault of faultsOfItems(one.contentView, { layers, schemaVersion: one.schemaVersion })) {
    throw new RefusedError(`Cannot make a summary of ${one.name}@${one.version}: ${fault}`);
  }
  const text = summaryOfSession(session, one.manifest.created_at.slice(0, "YYYY-MM-DD".length));
  return { text: () => text, json: () => JSON.stringify({ text }) };
}

/** How many items would become what; or why the package would be refused. */
async function previewOf(
  call: Call,
  one: Package,
): Promise<Record<string, number> | { readonly refused: string }> {
  try {
    const { items } = await new Packages(call.options()).import(one.bytes, { dryRun: true });
    return countsOf(items);
  } catch (error) {
    if (!(error instanceof CtxError)) throw error;
    return { refused: error.message };
  }
}

function countsOf(items: PackageImport["items"]): Record<string, number> {
  const groups = Map.groupBy(items, ({ outcome }) => outcome);
  return Object.fromEntries(Array.from(groups, ([outcome, list]) => [outcome, list.length]));
}

function textOf(
  { sha256, verification: { reading, signer } }: Package,
  { name, version, schemaVersion, kind, manifest, counts, dependencies, documents, filesTouched }:
    PackageDescription,
  preview: Awaited<ReturnType<typeof previewOf>>,
): string {
  const word = (text: unknown) => typeof text === "string" && text !== "" ? clip(text, WORD) : undefined;
  const list = (texts: readonly string[]) => {
    const more = texts.length > MOST_LISTED ? `, and ${texts.length - MOST_LISTED} more` : "";
    return texts.length > 0
      ? texts.slice(0, MOST_LISTED).map((text) => clip(text, WORD)).join(", ") + more
      : undefined;
  };
  const { provenance, compatibility, optional_dependencies: optional } = manifest;
  const would = "refused" in preview
    ? `be refused: ${String(preview.refused).replace(/^Refused [^:]*: |; nothing was written$/g, "")}`
    : Object.entries(preview).map(([outcome, count]) => `${outcome} ${count}`).join(", ") || "find nothing";
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["description", word(manifest.description)],
    [
      "made",
      `${word(manifest.created_at)} by ${word(provenance.tool)} ${word(provenance.tool_version) ?? ""}`
        .trim(),
    ],
    ["author", word(manifest.author)],
    ["format", `version ${schemaVersion}, kind ${kind}`],
    [
      "holds",
      list(
        Object.entries(counts).filter(([, count]) => count > 0).map(([layer, count]) => `${layer} ${count}`),
      ),
    ],
    ["tags", list(manifest.tags ?? [])],
    [
      "builds on",
      list(
        dependencies.map(({ name, version_req, optional }) =>
          `${name} ${version_req}${optional ? " (optional)" : ""}`
        ),
      ),
    ],
    ["may build on", optional && typeof optional === "object" ? list(Object.keys(optional)) : undefined],
    ["documents", list(documents)],
    ["files touched", list(filesTouched)],
    ["for lean-ctx", word(compatibility?.min_lean_ctx_version)],
    ["package hash", sha256],
    [
      "content hash",
      `${manifest.integrity.content_hash}, ${manifest.integrity.byte_size} bytes (${reading})`,
    ],
    ["signature", signer === undefined ? "none" : `by the key ${signer}, whoever holds it`],
    ["an import would", would],
  ];
  const shown = lines.filter(([, text]) => text !== undefined),
    width = Math.max(...shown.map(([title]) => title.length));
  return [
    `${clip(name, 128)}@${clip(version, 64)}`,
    ...shown.map(([title, text]) => `  ${title.padEnd(width)}  ${text}`),
    "",
  ].join("\n");
}
