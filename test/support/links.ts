/** Returns true if VS Code would render a link in a text, by its own regular expression. */
export function containsLink(text: string): boolean {
  return /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i.test(text);
}
