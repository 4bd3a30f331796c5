import { assertEquals } from "@std/assert";
import { type Context, JsonText, openContext, type SetOptions, type StoreName } from "@ctx/ctx";

/** A case of docs/golden: one operation on one store. */
interface Case {
  readonly now: string;
  readonly time_zone: string;
  readonly author?: string;
  readonly store: StoreName;
  readonly operation: "set" | "amend" | "supersede" | "resolve" | "basis" | "delete";
  readonly key: string;
  /** The value's JSON text, of a set. */
  readonly value?: string;
  readonly note?: string;
  readonly by?: string;
  readonly options: SetOptions;
}

const folder = new URL("../docs/golden/", import.meta.url);

async function carryOut(
  context: Context,
  { operation, key, value, note, by, store, options }: Case,
): Promise<void> {
  const all = { ...options, store };
  if (operation === "set") await context.set(key, new JsonText(value!), all);
  else if (operation === "amend") await context.amend(key, note!, all);
  else if (operation === "supersede") await context.supersede(key, by!, { ...all, note });
  else if (operation === "resolve") await context.resolve(key, { ...all, note });
  else if (operation === "basis") await context.setBasis(key, options.basis!, all);
  else await context.delete(key, all);
}

for (const { name, isDirectory } of Deno.readDirSync(folder)) {
  if (!isDirectory) continue;
  Deno.test(`the golden store ${name} comes out byte for byte (§8.2)`, async () => {
    const file = (part: string) => new URL(`${name}/${part}`, folder);
    const golden: Case = JSON.parse(await Deno.readTextFile(file("case.json")));
    const home = await Deno.makeTempDir();
    try {
      const path = `${home}/memory/${golden.store}.json`;
      await Deno.mkdir(`${home}/memory`);
      const before = await Deno.readFile(file("before.json")).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
      if (before) await Deno.writeFile(path, before);
      const now = () => new Date(golden.now);
      await carryOut(openContext({ home, author: golden.author, now, timeZone: golden.time_zone }), golden);
      assertEquals(await Deno.readTextFile(path), await Deno.readTextFile(file("after.json")));
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  });
}
