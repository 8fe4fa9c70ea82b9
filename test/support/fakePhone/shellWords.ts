/**
 * Splits a line for a shell into commands of words. Knows what the driver sends, which is `&&`, quotes, and backslashes,
 * and refuses all else that a shell gives a meaning to.
 */
export function shellWords(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let rest = line; rest !== '';) {
    const [token] = /^(?:'[^']*'|\\[^]|\s+|&&|[^\s'"\\$`;&|<>(){}*?[\]#~!]+)/.exec(rest) ?? [];
    if (token === undefined) throw new Error(`The fake shell does not know “${rest.slice(0, 20)}”.`);
    rest = rest.slice(token.length);
    if (token === '&&') {
      endWord();
      commands.push([]);
    } else if (/^\s/.test(token)) endWord();
    else if (token.startsWith("'")) word = (word ?? '') + token.slice(1, -1);
    else if (token.startsWith('\\')) word = (word ?? '') + token.slice(1);
    else word = (word ?? '') + token;
  }
  endWord();
  return commands;
}
