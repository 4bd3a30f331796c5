import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CHECKOUT, runBare, withFolder, writeScript } from "./temporary.ts";

const NAMES = "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";

/** A checkout with a `deno` beside it that only prints its words, one a line. */
async function withCheckout(work: (checkout: string, path: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const checkout = `${folder}/check out`;
    await Deno.mkdir(`${checkout}/conformance`, { recursive: true });
    await Deno.mkdir(`${folder}/bin`);
    await Deno.copyFile(`${CHECKOUT}/conformance/ctx`, `${checkout}/conformance/ctx`);
    await Deno.writeTextFile(`${checkout}/cli.ts`, "");
    await Deno.writeTextFile(`${checkout}/.std_source`, "npm\n");
    await writeScript(`${folder}/bin/deno`, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
    // No other program is on this PATH, so a script that started one would fail.
    await work(checkout, `${folder}/bin`);
  });
}

Deno.test("conformance/ctx grants the root of CTX_HOME, seven variables, and nothing else", async () => {
  await withCheckout(async (checkout, PATH) => {
    const { out, err } = await runBare(
      { PATH, CTX_HOME: "/srv/a root's" },
      `${checkout}/conformance/ctx`,
      ["set", "a b", "it's", "--", "-x", ""],
    );
    assertEquals(err, "");
    assertEquals(out.split("\n"), [
      "run",
      "-q",
      "--no-prompt",
      NAMES,
      "--allow-read=/srv/a root's",
      "--allow-write=/srv/a root's",
      "--no-config",
      "--import-map",
      `${checkout}/tools/npm/import_map.json`,
      `${checkout}/cli.ts`,
      "set",
      "a b",
      "it's",
      "--",
      "-x",
      "",
      "",
    ]);
  });
});

Deno.test("conformance/ctx takes ~/ctx when CTX_HOME is unset or empty (§9.2)", async () => {
  await withCheckout(async (checkout, PATH) => {
    const unset: Record<string, string>[] = [{}, { CTX_HOME: "" }];
    for (const home of unset) {
      const { out } = await runBare({ PATH, HOME: "/home/ann", ...home }, `${checkout}/conformance/ctx`);
      assertStringIncludes(out, "--allow-read=/home/ann/ctx\n--allow-write=/home/ann/ctx\n");
    }
  });
});

Deno.test("conformance/ctx grants no folder for a root that a grant cannot name", async () => {
  await withCheckout(async (checkout, PATH) => {
    const roots = [
      "notes",
      "./notes",
      "../notes",
      "~/ctx",
      "/",
      "//",
      "/.",
      "/tmp/..",
      "/a/b/../../.",
      "/a,b",
      ",",
    ];
    for (const root of roots) {
      const { code, out } = await runBare(
        { PATH, HOME: "/home/ann", CTX_HOME: root },
        `${checkout}/conformance/ctx`,
      );
      assertEquals([root, code], [root, 0]);
      assert(!out.includes("--allow-read") && !out.includes("--allow-write"), `${root}: ${out}`);
    }
    for (const root of ["/tmp/../notes", "/...", "/notes/", "/home/ann/a*b"]) {
      const { out } = await runBare({ PATH, CTX_HOME: root }, `${checkout}/conformance/ctx`);
      assertStringIncludes(out, `--allow-read=${root}\n--allow-write=${root}\n`);
    }
    assert(!(await runBare({ PATH }, `${checkout}/conformance/ctx`)).out.includes("--allow-read"));
  });
});

Deno.test("conformance/ctx adds the words of CTX_GRANTS to the grants, as they stand", async () => {
  await withCheckout(async (checkout, PATH) => {
    const { out } = await runBare(
      { PATH, CTX_HOME: "/srv/ctx", CTX_GRANTS: "--allow-net=127.0.0.1:0 --allow-run=*" },
      `${checkout}/conformance/ctx`,
      ["start"],
    );
    assertStringIncludes(out, `${NAMES}\n--allow-net=127.0.0.1:0\n--allow-run=*\n--allow-read=/srv/ctx\n`);
  });
});

Deno.test("conformance/ctx follows the remembered source, and CTX_DENO_CONFIG before it", async () => {
  await withCheckout(async (checkout, PATH) => {
    const script = `${checkout}/conformance/ctx`;
    await Deno.writeTextFile(`${checkout}/.std_source`, "jsr\n");
    const jsr = await runBare({ PATH, HOME: "/home/ann" }, script);
    assertStringIncludes(jsr.out, `--config\n${checkout}/deno.json\n${checkout}/cli.ts\n`);
    const other = await runBare({ PATH, HOME: "/home/ann", CTX_DENO_CONFIG: "/x y/deno.std.json" }, script);
    assertStringIncludes(other.out, `--config\n/x y/deno.std.json\n${checkout}/cli.ts\n`);
  });
});

Deno.test("conformance/ctx runs from any folder, by any path", async () => {
  await withCheckout(async (checkout, bin) => {
    const variables = { PATH: bin, HOME: "/home/ann" };
    await Deno.symlink(`${checkout}/conformance`, `${checkout}/linked`);
    const ways: [program: string, args: string[], cwd: string, cli: string][] = [
      ["conformance/ctx", [], checkout, `${checkout}/cli.ts`],
      ["./conformance/ctx", [], checkout, "./cli.ts"],
      ["../conformance/ctx", [], `${checkout}/conformance`, "../cli.ts"],
      ["./ctx", [], `${checkout}/conformance`, `${checkout}/cli.ts`],
      ["/bin/sh", ["ctx"], `${checkout}/conformance`, `${checkout}/cli.ts`],
      [`${checkout}/linked/ctx`, [], "/", `${checkout}/cli.ts`],
    ];
    for (const [program, args, cwd, cli] of ways) {
      const { out, err } = await runBare(variables, program, args, cwd);
      assertEquals([program, err, out.trimEnd().split("\n").at(-1)], [program, "", cli]);
    }
  });
});

Deno.test("conformance/ctx runs through a link to the script itself", async () => {
  await withFolder(async (folder) => {
    await Deno.symlink(`${CHECKOUT}/conformance/ctx`, `${folder}/notes`);
    const PATH = Deno.execPath().replace(/\/[^/]*$/, "");
    const config = Deno.env.get("CTX_DENO_CONFIG");
    const other: Record<string, string> = config ? { CTX_DENO_CONFIG: config } : {};
    const variables = { PATH, HOME: folder, ...denoDir(), ...other };
    const linked = await runBare(variables, `${folder}/notes`, ["--version"], folder);
    const direct = await runBare(
      variables,
      `${CHECKOUT}/conformance/ctx`,
      ["--version"],
      folder,
    );
    assertEquals([linked.code, linked.out, linked.err], [0, direct.out, direct.err]);
  });
});

/** The cache that the test itself runs on, so that nothing is fetched again. */
function denoDir(): Record<string, string> {
  const named = Deno.env.get("DENO_DIR");
  const home = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  return { DENO_DIR: named || `${home}/deno` };
}
