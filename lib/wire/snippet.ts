import type { JsonValue } from "../json/exact.ts";
import { laidOut } from "./json_layout.ts";
import { markedBlock } from "./marked_block.ts";
import { ownFile } from "./own_file.ts";
import type { Content } from "./placement.ts";
import { mergeToml } from "./toml_settings.ts";

/** What goes into a file as it would stand in an empty one: to be pasted. */
export async function snippetOf(content: Content): Promise<string> {
  switch (content.format) {
    case "json": {
      const inner: JsonValue = content.as === "element" ? [content.value] : content.value;
      const whole = content.at.reduceRight<JsonValue>((inside, name) => ({ [name]: inside }), inner);
      return laidOut(whole) + "\n";
    }
    case "toml": {
      const merge = await mergeToml("", content, "config.toml");
      return merge.state === "missing" ? merge.spans.map(({ text }) => text).join("") : "";
    }
    case "block":
      return await markedBlock(content.text, content.comment);
    case "file":
      return await ownFile(content.text);
  }
}
