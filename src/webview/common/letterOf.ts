/**
 * Returns the Latin letter of a key in lower case; on keyboards with another script, the letter of the physical key.
 */
export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  if (key.length > 1 || !/\p{L}/u.test(key)) return key;
  const [, usual] = /^Key([A-Z])$/.exec(code) ?? [];
  return (/\p{Script=Latin}/u.test(key) ? key : (usual ?? key)).toLowerCase();
}
