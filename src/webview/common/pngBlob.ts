/** Returns a picture as a blob. The bytes are copied only once, since many pictures pass while the user scrubs. */
export function pngBlob({ buffer, byteOffset, length }: Uint8Array): Blob {
  const parts = buffer instanceof ArrayBuffer ? [new Uint8Array(buffer, byteOffset, length)] : [];
  return new Blob(parts, { type: 'image/png' });
}
