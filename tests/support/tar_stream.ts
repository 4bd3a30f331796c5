/** What a tar stream made for a test holds; what is left out is as a packer would have it. */
export interface Packed {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** The type of the header; `0` for a file. */
  readonly type?: string;
  readonly modified?: number;
  /** What stands behind the name in POSIX's headers. */
  readonly prefix?: string;
  /** What the header says of the size, where that is to be wrong. */
  readonly size?: string;
}

/** A tar stream (ustar) as POSIX describes it, block by block, with the two empty blocks at its end. */
export function tarStream(files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const blocks = files.flatMap((file) => {
    const content = typeof file.content === "string"
      ? new TextEncoder().encode(file.content)
      : file.content ?? new Uint8Array();
    const padded = new Uint8Array(Math.ceil(content.length / 512) * 512);
    padded.set(content);
    return [...header(file, content.length), ...padded];
  });
  return new Uint8Array([...blocks, ...new Uint8Array(1024)]);
}

function header({ path, type = "0", modified = 0, prefix = "", size }: Packed, length: number): Uint8Array {
  const head = new Uint8Array(512);
  const put = (at: number, text: string) => head.set(new TextEncoder().encode(text), at);
  put(0, path);
  put(100, "0000644\0");
  put(124, (size ?? length.toString(8).padStart(11, "0")) + "\0");
  put(136, modified.toString(8).padStart(11, "0") + "\0");
  put(148, "        ");
  put(156, type);
  put(257, "ustar\x0000");
  put(345, prefix);
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(148, sum.toString(8).padStart(6, "0") + "\0 ");
  return head;
}

/** A record of an extended header: its length counts its own digits. */
export function paxRecord(name: string, value: string): string {
  const rest = new TextEncoder().encode(` ${name}=${value}\n`).length;
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length = rest + String(length).length;
  return `${length} ${name}=${value}\n`;
}
