const ENDING = '.flow.json';
const LONGEST = 4096;

/**
 * True for a text that is a key of a links file: the path of a flow file below the folder, with `/` between its parts and
 * nothing that leads out of the folder on any system.
 */
export function isLinkKey(text: string): boolean {
  if (!text.endsWith(ENDING) || text.length > LONGEST) return false;
  // Windows takes a backslash for a slash, and a part of dots and spaces for the folder or the one above it.
  if (text.includes('\\') || text.includes('\0') || /^[a-z]:/i.test(text)) return false;
  return text.split('/').every(part => /[^. ]/.test(part));
}
