/** Returns the bytes that the host answered; undefined if its answer is something else. */
export function bytesOf(answer: unknown): Uint8Array | undefined {
  if (answer instanceof ArrayBuffer) return new Uint8Array(answer);
  return answer instanceof Uint8Array ? answer : undefined;
}
