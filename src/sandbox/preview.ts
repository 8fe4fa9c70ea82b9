/** The first 140 characters of a message's text on one line, as its record shows it (spec 2.6). */
export function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // With `u` no character beyond the basic plane is cut in two.
  return /^.{0,140}/u.exec(line)?.[0] ?? '';
}
