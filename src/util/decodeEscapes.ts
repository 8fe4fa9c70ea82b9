/** Decodes the percent escapes in a part of an address; returns the text as it is if one of them is broken. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
