import { CtxError } from "../../errors.ts";
import { retainedLines, trimmedBytes, trimmedLine } from "../../memory/retention.ts";
import { replaceFile } from "../atomic_write.ts";
import { diskError } from "../disk_error.ts";
import type { Root } from "../root.ts";
import { readSettingsFile } from "../read_settings_file.ts";
import { fileSize, readBytes } from "../text_file.ts";

/** A first line that says how long the history was is shorter. */
const HEAD_BYTES = 256;

/**
 * Takes out of a history what `config.jsonc` says is not kept, once the history is twice as long as it was when
 * that was last done, so that many writes share the cost. The caller holds the lock. Where it fails, the history
 * is longer than it need be and nothing else: the write that asked for it goes on, and the next one tries again.
 *
 * @param root The root. @param path The history; no link. @param now The time: RFC 3339.
 */
export async function trimHistory(root: Root, path: string, now: string): Promise<void> {
  try {
    if (fileSize(path) <= 2 * trimmedBytes(firstLine(path))) return;
    const { history_days: days, history_versions: versions } = (await readSettingsFile(root)).settings;
    if (days === 0 && versions === 0) return;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(readBytes(path));
    const kept = retainedLines(text.split("\n"), { days, versions }, now).map((line) => line + "\n").join("");
    const bytes = new TextEncoder().encode(kept).length;
    await replaceFile(path, new TextEncoder().encode(trimmedLine(now, bytes) + "\n" + kept));
  } catch (error) {
    if (!(error instanceof CtxError)) throw error;
  }
}

function firstLine(path: string): string {
  try {
    using file = Deno.openSync(path, { read: true });
    const head = new Uint8Array(HEAD_BYTES), read = file.readSync(head) ?? 0;
    return new TextDecoder().decode(head.subarray(0, read)).split("\n", 1)[0]!;
  } catch (error) {
    throw diskError(error, "read", path);
  }
}
