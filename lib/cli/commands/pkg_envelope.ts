import { InvalidInputError, PermissionError, RefusedError } from "../../errors.ts";
import { MOST_ENVELOPE, unwrapPackage, type Unwrapped, wrapPackage } from "../../pkg/envelope.ts";
import { MOST_BYTES } from "../../pkg/read_document.ts";
import { verifyPackage } from "../../pkg/verify.ts";
import { clip } from "../../text/excerpt.ts";
import type { Call, Command } from "../command.ts";
import { filesOf, grantedLine } from "../granted_line.ts";
import type { Io } from "../io.ts";
import { documentLine } from "../print.ts";
import { packageInput } from "../package_input.ts";
import { shownFile } from "../package_named.ts";
import { refusedBy } from "../../pkg/import/refusals.ts";
import { importBytes } from "./pkg_import.ts";

/** `ctx pkg wrap`: a package in an envelope for another agent, on standard output (ctxpkg §8). */
export const wrap: Command = async (call) => {
  const { words, options } = call, file = words.positional[1]!, secret = secretOf(call);
  const bytes = await read(call, file, MOST_BYTES);
  const { faults } = await verifyPackage(bytes, { fileName: file === "-" ? undefined : file });
  if (faults.length > 0) throw refusedBy(shownFile(file), faults);
  const sender = options().author || "ctx", recipient = words.text("to");
  const sentAt = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const envelope = await wrapPackage(new TextDecoder().decode(bytes), { sender, recipient, sentAt, secret });
  if (typeof envelope !== "string") throw refusedBy(shownFile(file), [envelope]);
  const shown = call.io.isTerminal ? documentLine(envelope).slice(0, -1) : envelope;
  return { text: () => shown, json: () => envelope.trimEnd() };
};

/** `ctx pkg unwrap`: the package that an envelope carries, on standard output, once both are verified (ctxpkg §8). */
export const unwrap: Command = async (call) => {
  const { words } = call, file = words.positional[1]!, secret = secretOf(call);
  const unwrapped = await unwrapPackage(await read(call, file, MOST_ENVELOPE), secret);
  const faults = [...unwrapped.faults, ...unwrapped.verification?.faults ?? []];
  if (faults.length > 0) throw refusedBy(shownFile(file), faults);
  const said = saidOf(unwrapped, secret !== undefined);
  if (!words.has("import")) {
    const unused = OF_IMPORT.find((option) => words.has(option));
    if (unused) throw new InvalidInputError(`ctx pkg unwrap takes --${unused} with --import alone`);
    const notes = [said, ...unwrapped.verification!.warnings];
    const shown = call.io.isTerminal ? documentLine(unwrapped.payload!).slice(0, -1) : unwrapped.payload!;
    return { text: () => shown, json: () => JSON.stringify(unwrapped), notes };
  }
  if (unwrapped.isSigned && secret === undefined && !words.has("no-check")) {
    throw new RefusedError(`Refused ${shownFile(file)}: its signature was not checked; nothing was written`, {
      hint: "Name the variable with the secret: --secret-env NAME. To import it unchecked: --no-check.",
    });
  }
  return await importBytes(call, new TextEncoder().encode(unwrapped.payload), [said]);
};

const OPTIONS = [
  ...["to", "secret-env", "import", "no-check", "dry-run", "force", "strict-deps", "accept-new-key"] as const,
  "lock-timeout" as const,
];
const OF_IMPORT = ["no-check", "dry-run", "force", "strict-deps", "accept-new-key"] as const;

/** What the envelope says, and how far that can be believed. */
function saidOf({ mac, isSigned, sender, sentAt }: Unwrapped, isChecked: boolean): string {
  const from = `from ${JSON.stringify(clip(sender ?? "", 80))}${
    sentAt === undefined ? "" : `, ${clip(sentAt, 40)}`
  }`;
  if (mac === "envelope") return `${from}: whoever made the envelope holds the secret`;
  if (mac === "payload-only") {
    return `the MAC is of the package alone: whoever made it holds the secret; ${from} is only what the envelope says`;
  }
  const why = isSigned && !isChecked
    ? "its signature was not checked (--secret-env)"
    : "the envelope is not signed";
  return `${from} is only what the envelope says: ${why}`;
}

async function read(call: Call, file: string, most: number): Promise<Uint8Array> {
  const bytes = await packageInput(call, file, most);
  if ("code" in bytes) {
    throw refusedBy(shownFile(file), [most === MOST_ENVELOPE ? { ...bytes, code: "E_ENV_SIZE" } : bytes]);
  }
  return bytes;
}

/** What a variable says; nothing where reading it was not granted, whatever it is called. */
function granted(io: Io, name: string): string {
  try {
    return io.variable(name);
  } catch (error) {
    if (error instanceof PermissionError) return "";
    throw error;
  }
}

/** The secret that both sides hold. It comes from a variable: an argument is seen by everybody on the machine. */
function secretOf(call: Call): string | undefined {
  const { words, io } = call;
  const name = words.text("secret-env");
  if (name === undefined) return undefined;
  const secret = granted(io, name);
  if (secret !== "") return secret;
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    throw new InvalidInputError(`No variable can be called ${JSON.stringify(clip(name, 80))}`);
  }
  const line = grantedLine(call, "pkg", OPTIONS, { variables: [name], reads: filesOf(call) });
  throw new InvalidInputError(
    `There is no secret in the variable ${JSON.stringify(clip(name, 80))}, or reading it was not granted`,
    { hint: `Set it, and where it is set: ${line}` },
  );
}
