import { CtxError, InvalidInputError } from "../../errors.ts";
import {
  type ChangedItem,
  diffPackages,
  type ItemDifference,
  type PackageDifference,
} from "../../pkg/diff_packages.ts";
import { excerpt } from "../../text/excerpt.ts";
import type { Call, Command } from "../command.ts";
import { packageNamed } from "../package_named.ts";

const SHOWN = 100, TITLE_LENGTH = 80;

/** `ctx pkg diff`: what differs between two packages; 0 where nothing does, 1 where something does, 2 at a fault. */
export const diff: Command = async (call) => {
  const [, before, after] = call.words.positional;
  if (before === "-" && after === "-") {
    throw new InvalidInputError("ctx pkg diff: standard input can be read once: - stands there twice");
  }
  const difference = await differenceOf(call, before!, after!), { added, removed, changed } = difference;
  const lines = [
    ...removed.map((item) => `- ${titleOf(item)}`),
    ...added.map((item) => `+ ${titleOf(item)}`),
    ...changed.map((item) => `~ ${titleOf(item)}${membersOf(item)}`),
  ];
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more: --json shows them`] : [];
  return {
    text: () =>
      [...lines.slice(0, SHOWN), ...more].map((line) => `${line}\n`).join("") || "no item differs\n",
    json: () => JSON.stringify(difference),
    status: lines.length > 0 ? 1 : 0,
  };
};

/** What cannot be compared differs from what is different: its status is that of a wrong call. */
async function differenceOf(call: Call, before: string, after: string): Promise<PackageDifference> {
  try {
    return await diffPackages(await packageNamed(call, before), await packageNamed(call, after));
  } catch (error) {
    if (!(error instanceof CtxError)) throw error;
    throw new InvalidInputError(error.message, { hint: error.hint, cause: error });
  }
}

/** Which members of an item differ. */
function membersOf({ members }: ChangedItem): string {
  return members.length > 0 ? `: ${excerpt(members.join(", "), TITLE_LENGTH)}` : "";
}

function titleOf({ kind, title }: ItemDifference): string {
  return title === "" ? kind : `${kind} ${excerpt(title, TITLE_LENGTH)}`;
}
