/** Returns true if a file is XML as text, not in a binary form. */
export function isXmlText(bytes: Buffer): boolean {
  return /^(?:\uFEFF)?\s*</.test(bytes.toString('utf8', 0, 64));
}
