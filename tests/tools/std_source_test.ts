import { assert, assertEquals } from "@std/assert";
import { PROBE_MS, remember, remembered, settingsOf } from "../../tools/std_source.ts";
import { CHECKOUT, runBare, withFolder } from "./temporary.ts";

/** A checkout that remembers nothing, with the script and the tools that choose. */
async function withFreshCheckout(work: (checkout: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    for (const name of ["conformance", "tools"]) await Deno.mkdir(`${folder}/${name}`);
    for (const name of ["conformance/ctx", "tools/std_source.ts"]) {
      await Deno.copyFile(`${CHECKOUT}/${name}`, `${folder}/${name}`);
    }
    await Deno.mkdir(`${folder}/tools/npm`);
    await Deno.writeTextFile(`${folder}/tools/npm/import_map.json`, '{ "imports": {} }');
    await Deno.writeTextFile(`${folder}/cli.ts`, 'console.log("ran");');
    await work(folder);
  });
}

/** Only the folder of the running Deno is on this PATH. */
const PATH = Deno.execPath().replace(/\/[^/]*$/, "");

Deno.test("a JSR that accepts and stays silent is given up within the time of a probe, once", async () => {
  await withFreshCheckout(async (checkout) => {
    const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const held: Deno.Conn[] = [];
    const accepting = (async () => {
      for await (const connection of silent) held.push(connection);
    })();
    const { port } = silent.addr as Deno.NetAddr;
    const variables = { PATH, HOME: checkout, JSR_URL: `http://127.0.0.1:${port}/` };

    const started = performance.now();
    const first = await runBare(variables, `${checkout}/conformance/ctx`);
    const took = performance.now() - started;
    assertEquals([first.code, first.out, first.err], [0, "ran\n", ""]);
    assert(held.length > 0, "JSR was not asked");
    assert(took >= PROBE_MS, `given up after ${took} ms`);
    assertEquals(await Deno.readTextFile(`${checkout}/.std_source`), "npm\n");

    const asked = held.length;
    assertEquals((await runBare(variables, `${checkout}/conformance/ctx`)).out, "ran\n");
    assertEquals(held.length, asked);

    silent.close();
    await accepting;
    for (const connection of held) connection.close();
  });
});

Deno.test("a JSR that refuses leaves npm as the choice", async () => {
  await withFreshCheckout(async (checkout) => {
    const variables = { PATH, HOME: checkout, JSR_URL: "http://127.0.0.1:1/" };
    const { code, out, err } = await runBare(variables, `${checkout}/conformance/ctx`);
    assertEquals([code, out, err], [0, "ran\n", ""]);
    assertEquals(await Deno.readTextFile(`${checkout}/.std_source`), "npm\n");
  });
});

Deno.test("remembered() gives back what remember() wrote, and nothing for other words", async () => {
  await withFolder(async (folder) => {
    const file = new URL(`file://${encodeURI(folder)}/choice`);
    assertEquals(await remembered(file), undefined);
    for (const source of ["npm", "jsr"] as const) {
      await remember(source, file);
      assertEquals(await remembered(file), source);
    }
    await Deno.writeTextFile(file, "elsewhere\n");
    assertEquals(await remembered(file), undefined);
  });
});

Deno.test("settingsOf() keeps every run off JSR when npm is the source", { permissions: "none" }, () => {
  const config = ["--config", `${CHECKOUT}/deno.json`];
  const map = ["--import-map", `${CHECKOUT}/tools/npm/import_map.json`];
  assertEquals(settingsOf("jsr", "test"), { options: config, env: {} });
  for (const [subcommand, options] of [["test", [...config, ...map]], ["lint", config]] as const) {
    assertEquals(settingsOf("npm", subcommand), { options, env: { JSR_URL: "http://127.0.0.1:1/" } });
  }
});
