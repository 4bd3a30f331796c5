import { type Found, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** The permissions of Deno's that a context needs (§11). */
export function checkGrants({ root }: Patient): Found[] {
  return (["read", "write"] as const)
    .filter((name) => Deno.permissions.querySync({ name, path: root.path }).state !== "granted")
    .map((name) =>
      wrong(
        `Deno was not granted to ${name} the context root "${root.path}"`,
        `Grant --allow-${name}="${root.path}", or install ctx again with CTX_HOME set to that root.`,
      )
    );
}

/** Whether the root may be looked at, without which every other check would say the same. */
export function isReadable({ root }: Patient): boolean {
  return Deno.permissions.querySync({ name: "read", path: root.path }).state === "granted";
}
