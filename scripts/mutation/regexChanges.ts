/** Regular expressions that match something else than a given one, as literals with its flags. */
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
