/** Returns the bytes that the host answered; undefined if its answer is something else. */
export function bytesOf(answer: unknown): Uint8Array | undefined {
  if (answer instanceof ArrayBuffer) return new Uint8Array(answer);
  return answer instanceof Uint8Array ? answer : undefined;
}

/** Returns a file of a media type as a blob. The bytes are copied only once, since pictures can be many and videos large. */
export function blobOf(bytes: Uint8Array, mediaType = 'image/png'): Blob {
  return new Blob([viewOf(bytes)], { type: mediaType });
}

/** Returns the same bytes as browser functions accept them: copied only if other threads can change them. */
export function viewOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes;
  return buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, length) : new Uint8Array(bytes);
}
