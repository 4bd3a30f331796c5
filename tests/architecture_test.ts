import { assertEquals } from "@std/assert";

const HOUSE = new URL("../", import.meta.url);

/** The files that the drawing of a tree names, by path; what stands for a folder's files ends with `/`. */
function drawnFiles(drawing: string): string[] {
  const folders: string[] = [], files: string[] = [];
  for (const line of drawing.split("\n")) {
    const [, branch, name] = /^([│ ]*[├└]── |)([a-z0-9_]+(?:\/|\.ts)) +\S|^lib\/$/.exec(line) ?? [];
    if (name === undefined) continue;
    folders.length = branch!.length / 4 - 1;
    if (name.endsWith("/")) folders.push(name);
    else files.push(folders.join("") + name);
  }
  return files;
}

async function filesOf(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`lib/${folder}`, HOUSE))) {
    if (!isDirectory) files.push(folder + name);
    else if (folder + name !== "cli/commands") files.push(...await filesOf(`${folder}${name}/`));
  }
  return files;
}

Deno.test("the page on how the code is laid out says of each file of lib/ what it is for, and of no other", async () => {
  const page = await Deno.readTextFile(new URL("docs/architecture.md", HOUSE));
  const [, drawing = ""] = /```text\n(lib\/\n.*?)```/s.exec(page) ?? [];
  assertEquals(drawnFiles(drawing).sort(), (await filesOf("")).sort());
});
