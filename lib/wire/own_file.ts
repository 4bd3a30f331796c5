import { digest12 } from "../text/digest_fence.ts";
import type { Merge, Removal } from "./merge.ts";

const FORM = /^\/\/ ctx:file v1 sha256:([0-9a-f]{12}) [^\n]*\n([^]*)$/;

/** A file of ctx's own, whose first line says whether somebody changed the rest. */
export async function ownFile(text: string): Promise<string> {
  return `// ctx:file v1 sha256:${await digest12(text)} (ctx unwire takes this file out)\n${text}`;
}

/** Puts a whole file where there is none. */
export async function mergeFile(present: string, text: string): Promise<Merge> {
  const whole = await ownFile(text);
  if (present === whole) return { state: "there" };
  if (present === "") return { state: "missing", spans: [{ at: 0, text: whole }] };
  const why = await isUntouched(present)
    ? "the file is that of another wiring"
    : "there is a file of somebody's";
  return { state: "other", found: present, why };
}

/** Takes a whole file out again, unless somebody changed it; that of another wiring stays. */
export async function removeFile(present: string, text: string): Promise<Removal> {
  if (present === "") return { state: "absent" };
  if (present === await ownFile(text)) return { state: "removed", text: "" };
  return await isUntouched(present) ? { state: "absent" } : { state: "changed", found: present };
}

async function isUntouched(text: string): Promise<boolean> {
  const [, hash, rest] = FORM.exec(text) ?? [];
  return rest !== undefined && hash === await digest12(rest);
}
