import { assertEquals } from "@std/assert";
import { findDeno } from "../../../tools/install/find_deno.ts";
import { withFolder } from "../temporary.ts";

/** Makes an empty program called `deno` of a certain size in a folder. */
async function makeDeno(folder: string, size: number): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(`${folder}/deno`, new Uint8Array(size));
}

Deno.test("findDeno() takes a Deno that stays, and none that npm brought or another version", async () => {
  await withFolder(async (base) => {
    const npm = `${base}/_npx/1a2b/node_modules`;
    await makeDeno(`${npm}/deno`, 9);
    await makeDeno(`${npm}/.bin`, 9);
    await makeDeno(`${base}/old`, 8);
    await makeDeno(`${base}/good`, 9);
    await Deno.mkdir(`${base}/folder/deno`, { recursive: true });
    const running = `${npm}/deno/deno`;
    const find = (...folders: string[]) => findDeno({ running, path: folders.join(":") });

    assertEquals(await find(`${npm}/deno`, `${npm}/.bin`), undefined);
    assertEquals(
      await find(`${npm}/deno`, `${base}/old`, `${base}/absent`, `${base}/folder`, "", "good"),
      undefined,
    );
    assertEquals(await find(`${npm}/deno`, `${base}/old`, `${base}/good`), `${base}/good/deno`);
  });
});

Deno.test("findDeno() takes the folder of the running Deno only if PATH names it by itself", async () => {
  await withFolder(async (base) => {
    await makeDeno(`${base}/bin`, 9);
    const running = `${base}/bin/deno`;
    assertEquals(await findDeno({ running, path: `${base}/bin:${base}/else` }), undefined);
    assertEquals(await findDeno({ running, path: `${base}/bin:${base}/else:${base}/bin` }), running);
  });
});
