import { templateExpressions } from '../template.ts';

/** The value of an expression of Maestro: known, or known only when the flow runs. */
export type ExpressionValue =
  | { readonly kind: 'known'; readonly value: string | number | boolean | null | undefined }
  /** A text with template expressions of flows. */
  | {
      readonly kind: 'later';
      readonly text: string;
      /** True for a variable that nothing in the files sets. */
      readonly isUnset?: boolean;
    }
  | { readonly kind: 'comparison'; readonly comparison: LaterComparison };

/** A comparison that is made when the flow runs. */
export interface LaterComparison {
  readonly left: string;
  readonly operator: 'equals' | 'notEquals' | 'exists';
  readonly right?: string | number | boolean | undefined;
}

/** Returns the value of a variable by its path, such as `output.code`; undefined if it cannot be known. */
export type ReadVariable = (path: string) => ExpressionValue | undefined;

const MAX_LENGTH = 2000;
const MAX_DEPTH = 50;
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)|(===|!==|==|!=|&&|\|\||[+!()?:]))/y;
const WORDS = new Map<string, string | boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/**
 * Returns the value of a JavaScript expression of constants, variables, `+`, comparisons, and logic. Nothing is run.
 * Undefined for every other expression.
 */
export function readExpression(source: string, read: ReadVariable): ExpressionValue | undefined {
  const tokens = tokensOf(source);
  return tokens && new ExpressionReader(tokens, read).read();
}

/**
 * Returns a text in which `${…}` is replaced; undefined if an expression cannot be read, or if the text itself contains
 * an expression of flows.
 */
export function interpolate(text: string, read: ReadVariable): string | undefined {
  let result = '';
  let at = 0;
  for (const match of text.matchAll(/(\\?)\$\{([^{}]*)\}/g)) {
    const literal = text.slice(at, match.index);
    if (templateExpressions(literal).length > 0) return undefined;
    at = match.index + match[0].length;
    const [whole, escape, source = ''] = match;
    const value = escape === '' ? readExpression(source, read) : known(whole.slice(1));
    const shown = value && textOf(value);
    if (shown === undefined) return undefined;
    result += literal + shown;
  }
  const rest = text.slice(at);
  if (templateExpressions(rest).length > 0 || rest.includes('${')) return undefined;
  return result + rest;
}

/**
 * Returns a text with `${…}` in place of the expressions of flows, the reverse of `interpolate`; undefined if one has no
 * name in Maestro.
 */
export function writeExpressions(
  text: string,
  nameOf: (source: string) => string | undefined,
): string | undefined {
  let result = '';
  let at = 0;
  const literal = (end?: number): string => text.slice(at, end).replaceAll('${', String.raw`\${`);
  for (const { start, end, source } of templateExpressions(text)) {
    const name = nameOf(source);
    if (name === undefined) return undefined;
    result += `${literal(start)}\${${name}}`;
    at = end;
  }
  return result + literal();
}

function known(value: string | number | boolean | null | undefined): ExpressionValue {
  return { kind: 'known', value };
}

function textOf(value: ExpressionValue): string | undefined {
  if (value.kind === 'known') return value.value == null ? undefined : String(value.value);
  return value.kind === 'later' ? value.text : undefined;
}

type Token =
  | { readonly kind: 'value'; readonly value: string | number }
  | { readonly kind: 'path' | 'sign'; readonly text: string };

function tokensOf(source: string): readonly Token[] | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < end) {
    const [, number, quoted, path, sign] = pattern.exec(source) ?? [];
    if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (quoted !== undefined) tokens.push({ kind: 'value', value: unquote(quoted) });
    else if (path !== undefined) tokens.push({ kind: 'path', text: path });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else return undefined;
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (_whole, character: string) => ESCAPES[character] ?? character);
}

class ExpressionReader {
  readonly #tokens: readonly Token[];
  readonly #read: ReadVariable;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], read: ReadVariable) {
    this.#tokens = tokens;
    this.#read = read;
  }

  read(): ExpressionValue | undefined {
    const value = this.#choice();
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }

  #choice(): ExpressionValue | undefined {
    const condition = this.#either();
    if (this.#take('?') === undefined) return condition;
    const yes = this.#choice();
    if (this.#take(':') === undefined) return undefined;
    const no = this.#choice();
    const taken = condition && truthOf(condition);
    return taken === undefined ? undefined : taken ? yes : no;
  }

  #either(): ExpressionValue | undefined {
    return this.#logic('||', true, () => this.#logic('&&', false, () => this.#equality()));
  }

  /** Reads operands that are joined by `&&` or `||`. One whose truth is `decisive` is the result. */
  #logic(
    sign: string,
    decisive: boolean,
    operand: () => ExpressionValue | undefined,
  ): ExpressionValue | undefined {
    let value = operand();
    while (this.#take(sign) !== undefined) {
      const right = operand();
      const truth = value && truthOf(value);
      value = truth === undefined ? undefined : truth === decisive ? value : right;
    }
    return value;
  }

  #equality(): ExpressionValue | undefined {
    const left = this.#sum();
    const sign = this.#take('===', '!==', '==', '!=');
    if (sign === undefined) return left;
    const right = this.#sum();
    return left && right && compare(left, right, !sign.startsWith('!'));
  }

  #sum(): ExpressionValue | undefined {
    let value = this.#operand();
    while (this.#take('+') !== undefined) {
      const right = this.#operand();
      value = value && right && add(value, right);
    }
    return value;
  }

  #operand(): ExpressionValue | undefined {
    if (++this.#depth > MAX_DEPTH) return undefined;
    if (this.#take('!') !== undefined) {
      const value = this.#operand();
      return value && negate(value);
    }
    if (this.#take('(') !== undefined) {
      const value = this.#choice();
      return this.#take(')') === undefined ? undefined : value;
    }
    const token = this.#tokens[this.#at];
    if (!token || token.kind === 'sign') return undefined;
    this.#at += 1;
    if (token.kind === 'value') return known(token.value);
    return WORDS.has(token.text) ? known(WORDS.get(token.text)) : this.#read(token.text);
  }
}

/** Returns whether a value counts as true; undefined if that is known only later. */
export function truthOf(value: ExpressionValue): boolean | undefined {
  // A default that is given for a variable is used unless something sets it.
  if (value.kind === 'later' && value.isUnset === true) return false;
  if (value.kind !== 'known') return undefined;
  return Boolean(value.value);
}

function compare(
  left: ExpressionValue,
  right: ExpressionValue,
  isEqual: boolean,
): ExpressionValue | undefined {
  if (left.kind === 'known' && right.kind === 'known')
    return known((String(left.value) === String(right.value)) === isEqual);
  const [later, other] = left.kind === 'later' ? [left, right] : [right, left];
  if (later.kind !== 'later' || other.kind === 'comparison') return undefined;
  const value = other.kind === 'later' ? other.text : other.value;
  // A value that is missing fails the step that reads it.
  if (value == null) return undefined;
  return {
    kind: 'comparison',
    comparison: { left: later.text, operator: isEqual ? 'equals' : 'notEquals', right: value },
  };
}

function add(left: ExpressionValue, right: ExpressionValue): ExpressionValue | undefined {
  if (left.kind === 'known' && right.kind === 'known') {
    const [one, other] = [left.value, right.value];
    return known(typeof one === 'number' && typeof other === 'number' ? one + other : `${one}${other}`);
  }
  const [first, second] = [textOf(left), textOf(right)];
  return first === undefined || second === undefined ? undefined : { kind: 'later', text: first + second };
}

function negate(value: ExpressionValue): ExpressionValue | undefined {
  if (value.kind === 'known') return known(!value.value);
  if (value.kind === 'later' || value.comparison.operator === 'exists') return undefined;
  const { operator } = value.comparison;
  const opposite = operator === 'equals' ? 'notEquals' : 'equals';
  return { kind: 'comparison', comparison: { ...value.comparison, operator: opposite } };
}
