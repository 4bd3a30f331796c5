import { containersToMake, mergeJson, removeJson } from "./json_settings.ts";
import { mergeBlock, removeBlock } from "./marked_block.ts";
import type { Merge, Removal } from "./merge.ts";
import { mergeFile, removeFile } from "./own_file.ts";
import type { Content, Placement } from "./placement.ts";
import { mergeToml, removeToml, tablesToMake } from "./toml_settings.ts";

/** What becomes of a placement in a text, by the form of its file; `ours` is all that goes into the file. */
export async function merge(
  text: string,
  { content, file }: Placement,
  ours: readonly Content[] = [],
): Promise<Merge> {
  switch (content.format) {
    case "json":
      return await mergeJson(text, content, file, ours);
    case "toml":
      return await mergeToml(text, content, file);
    case "block":
      return await mergeBlock(text, content);
    case "file":
      return await mergeFile(text, content.text);
  }
}

/** Takes a placement out of a text again; `made` is how much of the way to it was made, where that is known. */
export async function remove(text: string, { content, file }: Placement, made?: number): Promise<Removal> {
  switch (content.format) {
    case "json":
      return await removeJson(text, content, made ?? 0, file);
    case "toml":
      return await removeToml(text, content, file, made);
    case "block":
      return await removeBlock(text, content);
    case "file":
      return await removeFile(text, content.text);
  }
}

/** How much of the way to a placement has to be made. */
export async function toMake(text: string, { content, file }: Placement): Promise<number> {
  if (content.format === "json") return await containersToMake(text, content, file);
  return content.format === "toml" ? await tablesToMake(text, content, file) : 0;
}

/** Whether two placements put the same in the same place. */
export function sameContent(a: Content, b: Content): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
