/** The values of context keys; a missing one is undefined, as in VS Code. */
export type ContextValues = Readonly<Record<string, unknown>>;

const TOKEN = /\s*(\|\||&&|==|!=|=~|!|\(|\)|\/(?:\\.|[^/\\])+\/[a-z]*|'[^']*'|[^\s()!=&|]+)/y;

/** Evaluates a when clause as VS Code does, with the operators that package.json uses. Throws for any other text. */
export function holds(clause: string, values: ContextValues): boolean {
  const tokens = tokensOf(clause);
  const take = (): string => {
    const token = tokens.shift();
    if (token === undefined) throw new Error(`The when clause ends early: ${clause}`);
    return token;
  };
  const isNext = (token: string): boolean => tokens[0] === token && tokens.shift() !== undefined;

  const either = (): boolean => {
    let result = both();
    while (isNext('||')) result = both() || result;
    return result;
  };
  const both = (): boolean => {
    let result = single();
    while (isNext('&&')) result = single() && result;
    return result;
  };
  const single = (): boolean => {
    if (isNext('!')) return !single();
    if (isNext('(')) {
      const result = either();
      if (!isNext(')')) throw new Error(`A parenthesis is missing: ${clause}`);
      return result;
    }
    const key = take();
    if (key === 'true' || key === 'false') return key === 'true';
    const value = values[key];
    if (isNext('==')) return String(value) === word(take());
    if (isNext('!=')) return String(value) !== word(take());
    if (isNext('=~')) {
      const matching = pattern(take());
      return typeof value === 'string' && matching.test(value);
    }
    if (isNext('in')) {
      const list = values[take()];
      return Array.isArray(list) && list.includes(value);
    }
    return Boolean(value);
  };

  const result = either();
  if (tokens.length > 0) throw new Error(`“${tokens.join(' ')}” is left over: ${clause}`);
  return result;
}

function tokensOf(clause: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < clause.trimEnd().length) {
    const [, token] = TOKEN.exec(clause) ?? [];
    if (token === undefined) throw new Error(`Not a when clause: ${clause}`);
    tokens.push(token);
  }
  return tokens;
}

function word(token: string): string {
  return token.replace(/^'(.*)'$/, '$1');
}

function pattern(token: string): RegExp {
  const [, source = '', flags] = /^\/(.*)\/([a-z]*)$/.exec(token) ?? [];
  if (source === '') throw new Error(`Not a pattern: ${token}`);
  return new RegExp(source, flags);
}
