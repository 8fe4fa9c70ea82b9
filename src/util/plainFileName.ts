/** The maximum length, since file systems limit that of a whole name. */
const LONGEST = 60;

/** Returns a name with dashes in place of all but letters, digits and dashes, as a part of a file name. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').slice(0, LONGEST);
}
