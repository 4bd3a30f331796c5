import { digest12 } from "../text/digest_fence.ts";
import type { Merge, Removal } from "./merge.ts";
import type { Content } from "./placement.ts";
import { newlineOf } from "./spans.ts";

type BlockContent = Extract<Content, { format: "block" }>;
type Comment = BlockContent["comment"];

/** A marked block as it stands in a file. */
interface Found {
  /** Where it begins and ends, its last line's end included. */
  readonly start: number;
  readonly end: number;
  /** What stands between the marks. */
  readonly text: string;
  /** Whether that is what the mark says that was put there. */
  readonly isUntouched: boolean;
}

/** The lines that begin and end a block; the first carries a check of what stands between. */
function marks(comment: Comment, hash: string): [begin: string, end: string] {
  return comment === "html"
    ? [`<!-- ctx:begin v1 sha256:${hash} -->`, "<!-- ctx:end -->"]
    : [`# ctx:begin v1 sha256:${hash}`, "# ctx:end"];
}

/**
 * A text between marks, by which it is found again, and by which it shows whether somebody changed it.
 *
 * @param text The lines, each ended. @param comment How the file writes what is none of its content.
 */
export async function markedBlock(text: string, comment: Comment): Promise<string> {
  const [begin, end] = marks(comment, await digest12(text));
  return `${begin}\n${text}${end}\n`;
}

/** Puts a block at the end of a text, an empty line before it. */
export async function mergeBlock(text: string, { comment, text: inner }: BlockContent): Promise<Merge> {
  const found = await findBlock(text, comment),
    block = await markedBlock(inner, comment),
    newline = newlineOf(text);
  if (found === undefined) {
    const gap = text.replace("\ufeff", "") === "" ? "" : /\n$/.test(text) ? newline : newline + newline;
    return { state: "missing", spans: [{ at: text.length, text: gap + block.replaceAll("\n", newline) }] };
  }
  if (found.text === inner) return { state: "there" };
  const why = found.isUntouched ? "the block is that of another wiring" : "somebody changed the block";
  return { state: "other", found: text.slice(found.start, found.end), why };
}

/** Takes a block out again, unless somebody changed it; the empty line before it goes too. */
export async function removeBlock(text: string, comment: Comment): Promise<Removal> {
  const found = await findBlock(text, comment);
  if (found === undefined) return { state: "absent" };
  if (!found.isUntouched) return { state: "changed", found: text.slice(found.start, found.end) };
  const before = text.slice(0, found.start), after = text.slice(found.end);
  return { state: "removed", text: before.replace(/(^|\n)\r?\n$/, "$1") + after };
}

/** Whether a text has a block, and whether it is untouched. */
export async function blockState(
  text: string,
  comment: Comment,
): Promise<"absent" | "untouched" | "changed"> {
  const found = await findBlock(text, comment);
  return found === undefined ? "absent" : found.isUntouched ? "untouched" : "changed";
}

async function findBlock(text: string, comment: Comment): Promise<Found | undefined> {
  const form = comment === "html"
    ? /^<!-- ctx:begin v1 sha256:([0-9a-f]+) -->\r?\n([^]*?)^<!-- ctx:end -->[ \t]*(?:\r?\n|$)/m
    : /^# ctx:begin v1 sha256:([0-9a-f]+)\r?\n([^]*?)^# ctx:end[ \t]*(?:\r?\n|$)/m;
  const match = form.exec(text);
  if (match === null) return undefined;
  const inner = match[2]!.replaceAll("\r\n", "\n");
  return {
    start: match.index,
    end: match.index + match[0].length,
    text: inner,
    isUntouched: match[1] === await digest12(inner),
  };
}
