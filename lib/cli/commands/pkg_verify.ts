import { CtxError, InvalidInputError, RefusedError } from "../../errors.ts";
import { sha256Of } from "../../pkg/sha256.ts";
import { type LockedPackage, lockFault, readLockfile } from "../../pkg/kept/lockfile.ts";
import { readFile } from "../../pkg/package_file.ts";
import { MOST_BYTES } from "../../pkg/read_document.ts";
import { refusal, type Verification, verifyPackage } from "../../pkg/verify.ts";
import { clip } from "../../text/excerpt.ts";
import type { Command } from "../command.ts";
import { packageInput } from "../package_input.ts";
import { errorData } from "../print.ts";

/** A file, and what was found of it. */
interface Verified extends Verification {
  readonly file: string;
}

/** `ctx pkg verify`: whether packages are what they say (ctxpkg §10). */
export const verify: Command = async (call) => {
  const { words } = call, files = words.positional.slice(1), found: Verified[] = [], unread: CtxError[] = [];
  if (files.filter((file) => file === "-").length > 1) {
    throw new InvalidInputError("ctx pkg verify: standard input can be read once: - stands there twice");
  }
  const lockFile = words.text("lock"), locked = lockFile === undefined ? undefined : readLock(lockFile);
  for (const file of files) {
    try {
      const bytes = await packageInput(call, file, MOST_BYTES);
      const options = { fileName: file === "-" ? undefined : file, isStrict: words.has("strict") };
      const verification = "code" in bytes ? refusal(bytes) : await verifyPackage(bytes, options);
      found.push({
        file,
        ...("code" in bytes ? verification : await heldAgainst(locked, verification, bytes)),
      });
    } catch (error) {
      // The others are looked at all the same.
      if (!(error instanceof CtxError)) throw error;
      unread.push(error);
    }
  }
  return {
    text: () => found.map(textOf).join(""),
    json: () => JSON.stringify({ files: found, faults: unread.map(errorData) }),
    faults: unread,
    status: found.every(({ isAccepted }) => isAccepted) ? 0 : 1,
  };
};

/** The packages that a lockfile pins. */
function readLock(file: string): readonly LockedPackage[] {
  const bytes = readFile(file, MOST_BYTES), named = JSON.stringify(clip(file, 200));
  if ("code" in bytes) throw new RefusedError(`Refused the lockfile ${named}: ${bytes.message}`);
  const text = utf8(bytes),
    locked = text === undefined ? { line: 1, message: "it is not UTF-8" } : readLockfile(text);
  if (!("message" in locked)) return locked;
  throw new RefusedError(`Refused the lockfile ${named}: ${locked.message} (line ${locked.line})`);
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

async function heldAgainst(
  locked: readonly LockedPackage[] | undefined,
  verification: Verification,
  bytes: Uint8Array,
): Promise<Verification> {
  if (locked === undefined || !verification.isAccepted) return verification;
  const fault = lockFault(locked, verification.name!, verification.version!, await sha256Of(bytes));
  return fault === undefined ? verification : { ...verification, isAccepted: false, faults: [fault] };
}

/** So many digits of a key are shown: it is known again by them. */
const KEY_DIGITS = 16;
const MOST_SHOWN = 20;

function textOf(verified: Verified): string {
  const { file, isAccepted, name, version, checks, reading, signer, faults, warnings } = verified;
  const called = name && version ? `${clip(name, 128)} ${clip(version, 64)}: ` : "";
  const signature = checks.signature === "skipped" && isAccepted
    ? "unsigned"
    : signer === undefined
    ? checks.signature
    : `signed by ${signer.slice(0, KEY_DIGITS)}`;
  const lines = [
    `${clip(file, 200)}: ${called}${isAccepted ? "accepted" : "refused"}`,
    `  structure ${checks.structure}, content hash ${checks.contentHash}${
      reading === undefined ? "" : ` (${reading})`
    }, package hash ${checks.packageHash}, signature: ${signature}`,
    ...faults.slice(0, MOST_SHOWN).map(({ code, message }) => `  ${code}: ${message}`),
    ...faults.length > MOST_SHOWN
      ? [`  and ${faults.length - MOST_SHOWN} more faults: --json shows them`]
      : [],
    ...warnings.map((text) => `  warning: ${text}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
