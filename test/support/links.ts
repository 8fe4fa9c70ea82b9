/** Tells whether VS Code would read a link in a text that it shows, by the expression that VS Code itself uses. */
export function holdsLink(text: string): boolean {
  return /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i.test(text);
}
