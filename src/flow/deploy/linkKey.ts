const ENDING = '.flow.json';
const LONGEST = 4096;

/**
 * True for a valid key of a links file: the path of a flow file relative to the folder, with `/` separators, that stays
 * inside the folder on every operating system.
 */
export function isLinkKey(text: string): boolean {
  if (!text.endsWith(ENDING) || text.length > LONGEST) return false;
  // Windows treats backslashes as separators, and segments of dots and spaces as the current or parent folder.
  if (text.includes('\\') || text.includes('\0') || /^[a-z]:/i.test(text)) return false;
  return text.split('/').every(part => /[^. ]/.test(part));
}
