const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID and nothing else, in any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
