import { assertEquals, assertRejects } from "@std/assert";
import { copyModules, type Graph, type GraphModule } from "../../../tools/install/copy_modules.ts";
import { withFolder } from "../temporary.ts";

/** A module of a graph whose text lies in a file of the cache. */
function moduleOf(specifier: string, local: string, dependencies: Record<string, string> = {}): GraphModule {
  return {
    specifier,
    local,
    dependencies: Object.entries(dependencies).map(([name, to]) => ({
      specifier: name,
      code: { specifier: to },
    })),
  };
}

Deno.test("copyModules() keeps the place of own modules and maps every other specifier", async () => {
  await withFolder(async (base) => {
    for (const name of ["out", "cache", "npm/registry/deno-std/1.4.0/jsonc"]) {
      await Deno.mkdir(`${base}/${name}`, { recursive: true });
    }
    for (const name of ["cli", "run", "jsonc", "types", "wrapper"]) {
      await Deno.writeTextFile(`${base}/cache/${name}`, name);
    }
    await Deno.writeTextFile(`${base}/npm/registry/deno-std/1.4.0/jsonc/mod.js`, "npm");
    const jsr = "https://registry.example/@std/jsonc/1.0.2/mod.ts";
    const types = "https://registry.example/@std/json/1.0.2/types.ts";
    const npm = "npm:deno-std@1.4.0/jsonc/mod.js";
    const graph: Graph = {
      modules: [
        moduleOf("file:///src/a%20b/cli.ts", `${base}/cache/cli`, {
          "./lib/run.ts": "file:///src/a%20b/lib/run.ts",
        }),
        moduleOf("file:///src/a%20b/lib/run.ts", `${base}/cache/run`, {
          "@std/jsonc": "jsr:@std/jsonc@^1",
          "@std/other": "file:///src/a%20b/tools/wrapper.ts",
        }),
        moduleOf("file:///src/a%20b/tools/wrapper.ts", `${base}/cache/wrapper`, { [npm]: npm }),
        moduleOf(jsr, `${base}/cache/jsonc`, { "jsr:@std/json@^1/types": "jsr:@std/json@^1/types" }),
        moduleOf(types, `${base}/cache/types`),
        { specifier: npm, kind: "npm" },
        { specifier: "file:///src/a%20b/tools/wrapper.d.ts", local: `${base}/cache/none`, mediaType: "Dts" },
      ],
      redirects: { "jsr:@std/jsonc@^1": jsr, "jsr:@std/json@^1/types": types },
    };
    const app = `${base}/out`;
    await copyModules({ graph, checkout: "file:///src/a%20b/", npmCache: `${base}/npm`, app });

    assertEquals(JSON.parse(await Deno.readTextFile(`${app}/import_map.json`)), {
      imports: {
        "@std/jsonc": "./std/registry.example/@std/jsonc/1.0.2/mod.ts",
        "@std/other": "./tools/wrapper.ts",
        [npm]: "./std/npm/deno-std/1.4.0/jsonc/mod.js",
        "jsr:@std/json@^1/types": "./std/registry.example/@std/json/1.0.2/types.ts",
      },
    });
    const copied = ["cli.ts", "lib/run.ts", "std/registry.example/@std/jsonc/1.0.2/mod.ts"];
    const texts = await Promise.all(copied.map((path) => Deno.readTextFile(`${app}/${path}`)));
    assertEquals(texts, ["cli", "run", "jsonc"]);
    assertEquals(await Deno.readTextFile(`${app}/std/npm/deno-std/1.4.0/jsonc/mod.js`), "npm");
  });
});

Deno.test("copyModules() refuses a graph with a module that could not be loaded", async () => {
  const graph: Graph = { modules: [{ specifier: "file:///src/cli.ts", error: "Module not found" }] };
  await assertRejects(
    () => copyModules({ graph, checkout: "file:///src/", npmCache: "/nowhere", app: "/nowhere" }),
    Error,
    'Cannot load "file:///src/cli.ts": Module not found',
  );
});
