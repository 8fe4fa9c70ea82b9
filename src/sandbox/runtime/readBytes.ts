/** Returns all bytes of a stream; undefined if there are more than `most`. */
export async function readBytes(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    size += part.byteLength;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
