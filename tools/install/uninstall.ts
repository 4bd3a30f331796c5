/**
 * `deno task uninstall`: takes out what `deno task install` put into the home folder, and nothing else. The
 * context root stays.
 *
 * @module
 */

import { APP_PREFIX, ownerOfLauncher, ownerOfShare, placesIn } from "./places.ts";

/** Removes the launcher, then the folder; says what it left because it is not ours. */
async function uninstall(): Promise<number> {
  const places = placesIn(Deno.env.get("HOME"));
  const [launcher, share] = [await ownerOfLauncher(places), await ownerOfShare(places)];
  const foreign = [];
  if (launcher === "ours") await remove(places.launcher);
  else if (launcher === "foreign") foreign.push(places.launcher);

  if (share === "foreign") foreign.push(places.share);
  else if (share === "ours") {
    for await (const { name } of Deno.readDir(places.share)) {
      const path = `${places.share}/${name}`;
      if (name.startsWith(APP_PREFIX) || path === places.cache || path === places.deno) await remove(path);
      else if (path !== places.mark) foreign.push(path);
    }
    // The mark goes last, so that an interrupted run can be repeated.
    await remove(places.mark);
    if (foreign.every((path) => !path.startsWith(`${places.share}/`))) await remove(places.share);
  }
  for (const path of foreign) console.error(`uninstall: left "${path}": it is not ours`);
  if (launcher === "nobody" && share === "nobody") console.log("ctx is not installed here");
  else console.log("Your notes stay where they are");
  return foreign.length === 0 ? 0 : 1;
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true });
  console.log(`Removed ${path}`);
}

if (import.meta.main) {
  try {
    Deno.exit(await uninstall());
  } catch (error) {
    console.error(`uninstall: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
