/** Returns the first 140 characters of a message's text on one line, the preview in its record (spec 2.6). */
export function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // The `u` flag prevents cutting a surrogate pair.
  return /^.{0,140}/u.exec(line)?.[0] ?? '';
}
