import { CtxError, InvalidInputError } from "../../errors.ts";
import { MOST_BYTES } from "../../pkg/read_document.ts";
import { verifyFile } from "../../pkg/package_file.ts";
import { type Verification, verifyPackage } from "../../pkg/verify.ts";
import { clip } from "../../text/excerpt.ts";
import { nearest } from "../../text/nearest.ts";
import type { Call, Command, Outcome } from "../command.ts";

/** `ctx pkg`: context packages (ctxpkg §13.2). */
export const pkg: Command = async (call) => {
  const verb = call.words.positional[0]!, verbs: Readonly<Record<string, Command>> = { verify };
  if (Object.hasOwn(verbs, verb)) return await verbs[verb]!(call);
  const close = nearest(verb, Object.keys(verbs));
  throw new InvalidInputError(`There is no command ctx pkg ${JSON.stringify(verb)}`, {
    hint: close ? `Did you mean ctx pkg ${close}?` : "Usage: ctx pkg verify FILE...",
  });
};

/** A file, and what was found of it. */
interface Verified extends Verification {
  readonly file: string;
}

async function verify({ words, io }: Call): Promise<Outcome> {
  const files = words.positional.slice(1), found: Verified[] = [], unread: CtxError[] = [];
  if (files.length === 0) {
    throw new InvalidInputError("ctx pkg verify: no file is named", {
      hint: "Usage: ctx pkg verify FILE..., where - stands for standard input",
    });
  }
  if (files.filter((file) => file === "-").length > 1) {
    throw new InvalidInputError("ctx pkg verify: standard input can be read once: - stands there twice");
  }
  for (const file of files) {
    try {
      const options = { isStrict: words.has("strict") };
      const verified = file === "-"
        ? await verifyPackage(await io.input(MOST_BYTES), options)
        : await verifyFile(file, options);
      found.push({ file, ...verified });
    } catch (error) {
      // The others are looked at all the same.
      if (!(error instanceof CtxError)) throw error;
      unread.push(error);
    }
  }
  return {
    text: () => found.map(textOf).join(""),
    json: () => JSON.stringify({ files: found }),
    faults: unread,
    status: found.every(({ isAccepted }) => isAccepted) ? 0 : 1,
  };
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
