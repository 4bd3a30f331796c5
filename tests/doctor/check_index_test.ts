import { assertEquals } from "@std/assert";
import { examine } from "../../lib/doctor/examine.ts";
import { withIndex } from "../../lib/store/index/store_index.ts";
import { Root } from "../../lib/store/root.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

/** A root whose store is large enough for an index, and has one. */
async function indexed(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  const entries = Array.from({ length: 800 }, (_, i) => [`k_${i}`, entryJson(`${i} ${"words ".repeat(80)}`)]);
  await root.write("memory/shared.json", storeJson(Object.fromEntries(entries)));
  await Deno.chmod(root.at("memory/shared.json"), 0o600);
  await root.open().set("k_0", "makes the index");
  return root;
}

const count = (root: TemporaryRoot) => withIndex(new Root(root.path), "shared", (index) => index.count);

Deno.test("doctor notes an index that tells of another version of its store, and removes it when asked to (§10)", async () => {
  await using root = await indexed();
  assertEquals(count(root), 800);
  const findings = async (fix = false) =>
    (await examine(root.open(), { fix })).findings.filter(({ check }) => check === "index");
  assertEquals(await findings(), []);
  const before = await root.read("memory/shared.json");
  await root.write("memory/shared.json", before.replace("makes the index", "made by another"));
  const [found] = await findings();
  assertEquals([found?.level, found?.isFixable], ["note", true]);
  const { findings: all } = await examine(root.open());
  assertEquals(all.filter(({ level }) => level === "wrong"), []);
  assertEquals((await findings(true)).map(({ fixed }) => fixed), ["removed"]);
  assertEquals((await root.names()).filter((name) => name.startsWith("memory/.index/s")), []);
  assertEquals(await findings(), []);
});

Deno.test("a write goes on, and sweeps, whatever is at the place of the index (§8.3, §10)", async () => {
  await using root = await indexed();
  const index = root.at("memory/.index"), left = `${index}/.shared.places.0123456789abcdef.tmp`;
  await Deno.writeTextFile(left, "");
  await root.open().set("k_1", "one");
  assertEquals([...Deno.readDirSync(index)].map(({ name }) => name).sort(), [".gitignore", "shared.places"]);

  await Deno.remove(index, { recursive: true });
  await Deno.writeTextFile(index, "a file");
  await root.open().set("k_2", "two");
  assertEquals(await Deno.readTextFile(index), "a file");

  // A link that leads out of the root is not followed.
  const outside = await Deno.makeTempDir();
  try {
    await Deno.remove(index);
    await Deno.symlink(outside, index);
    await root.open().set("k_3", "three");
    assertEquals([...Deno.readDirSync(outside)], []);
    assertEquals(count(root), undefined);
  } finally {
    await Deno.remove(outside);
  }
  const values = await Promise.all(["k_1", "k_2", "k_3"].map((key) => root.open().get(key)));
  assertEquals(values.map(({ entry }) => entry.value), ["one", "two", "three"]);
});
