/** Returns regular expression literals with the same flags and a changed pattern. */
export function regexChanges(literal: string): readonly string[] {
  const end = literal.lastIndexOf('/');
  const [body, flags] = [literal.slice(1, end), literal.slice(end)];
  return CHANGES.map(([from, to]) => body.replace(from, to))
    .filter(changed => changed !== body && changed !== '' && isPattern(changed, flags.slice(1)))
    .map(changed => `/${changed}${flags}`);
}

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/^\^/, ''],
  [/(?<!\\)\$$/, ''],
  [/(?<!\\)\[\^/, '['],
  [/(?<!\\)\[(?!\^)/, '[^'],
  [/\\d/, '\\D'],
  [/\\s/, '\\S'],
  [/\\w/, '\\W'],
  [/(?<=[\])\w])\+(?!\?)/, ''],
  [/(?<=[\])\w])\*(?!\?)/, ''],
  [/(?<=[\])\w])\?(?![=!<:])/, ''],
  [/\(\?=/, '(?!'],
  [/\(\?!/, '(?='],
];

function isPattern(body: string, flags: string): boolean {
  try {
    return new RegExp(body, flags).source !== '';
  } catch {
    return false;
  }
}
