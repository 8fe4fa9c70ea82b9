import { changeTexts } from '../util/changeTexts.ts';
import { once } from '../util/once.ts';

/** A segment of a path into a value: a property name or a list index. */
export type PathSegment = string | number;

/** A template expression in a text. */
export interface TemplateExpression {
  /** The offset of `{{` and the offset after `}}`. */
  readonly start: number;
  readonly end: number;
  /** The trimmed text between the braces. */
  readonly source: string;
  /** The parsed path, such as `steps`, `read-text`, `body`, `text`; undefined if the expression is not a path. */
  readonly path: readonly PathSegment[] | undefined;
}

/** The first path segments that the sandbox supports; a service may know others (docs/sandbox.md). */
export const TEMPLATE_ROOTS = ['event', 'steps', 'item', 'index', 'flow', 'device', 'execution'] as const;

/** Thrown for an expression that is not a path, whose value is undefined, or that makes a text too long. */
export class TemplateError extends Error {
  readonly expression: TemplateExpression;

  constructor(expression: TemplateExpression, message: string) {
    super(message);
    this.name = 'TemplateError';
    this.expression = expression;
  }
}

/** The longest text that expressions within a text may make, in characters. */
const MAX_TEXT_LENGTH = 1_000_000;

const EXPRESSION = /\{\{([^{}]*)\}\}/g;
// Compiling Unicode classes is slow, so it is deferred until the first path is parsed.
const segmentPattern = once(() => {
  const quoted = String.raw`"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"`;
  return new RegExp(String.raw`^(?:\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[(${quoted})\])`, 'u');
});

/** Returns every `{{…}}` of a text in order. */
export function templateExpressions(text: string): readonly TemplateExpression[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(EXPRESSION)].map(match => {
    const source = (match[1] ?? '').trim();
    return { start: match.index, end: match.index + match[0].length, source, path: parsePath(source) };
  });
}

const openExpressionPattern = once(
  () => new RegExp(String.raw`\{\{\s*(?:${TEMPLATE_ROOTS.join('|')})(?![\w$-])(?![^{}]*\}\})[^{}\s]*`, 'g'),
);

/** Returns every `{{` of a text that starts an expression with a known root but lacks `}}`; others are plain text. */
export function openExpressions(text: string): readonly Pick<TemplateExpression, 'start' | 'end'>[] {
  return [...text.matchAll(openExpressionPattern())].map(({ 0: expressionText, index }) => ({
    start: index,
    end: index + expressionText.length,
  }));
}

/** The key of a step in an expression. */
interface KeyReference {
  readonly key: string;
  /** The offsets of the key in the text. */
  readonly start: number;
  readonly end: number;
}

// The key in an expression with a path: a name, or the text between quotes, which can have escape sequences.
const KEY = /^\{\{\s*steps(?:\.([\w$-]+)|\["((?:[^"\\]|\\.)*)"\])/d;

/** Returns the keys of steps that the expressions of a text read, in order. */
export function keyReferences(text: string): readonly KeyReference[] {
  return templateExpressions(text).flatMap(({ start: at, end: to, path }) => {
    const key = stepKeyOf(path);
    const indices = key === undefined ? undefined : KEY.exec(text.slice(at, to))?.indices;
    const [start, end] = indices?.[1] ?? indices?.[2] ?? [];
    if (key === undefined || start === undefined || end === undefined) return [];
    return [{ key, start: at + start, end: at + end }];
  });
}

/** Returns the key of the step that an expression reads. */
export function stepKeyOf(path: readonly PathSegment[] | undefined): string | undefined {
  return path?.[0] === 'steps' && typeof path[1] === 'string' ? path[1] : undefined;
}

/** True if the whole text is one expression, which can have a value of any type. */
export function isWholeExpression(text: string): boolean {
  const [first] = templateExpressions(text);
  return first?.start === 0 && first.end === text.length;
}

/** The values that expressions can reference, by root. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/**
 * Returns a JSON value with all expressions in its texts replaced. A text that is one expression becomes the value
 * itself; within a longer text, values are converted to text. An undefined value throws TemplateError, or becomes an
 * empty text if `isLenient`, as for flows with `templateResolutionVersion` 1 (wire facts 3). A text that becomes too
 * long always throws.
 */
export function resolveTemplates(value: unknown, scope: TemplateScope, isLenient = false): unknown {
  return changeTexts(value, text => resolveText(text, scope, isLenient));
}

/** Like `resolveTemplates`, but a text for which it would throw stays as it is. */
export function resolveKnown(value: unknown, scope: TemplateScope, isLenient = false): unknown {
  return changeTexts(value, text => {
    try {
      return resolveText(text, scope, isLenient);
    } catch (error) {
      if (error instanceof TemplateError) return text;
      throw error;
    }
  });
}

function parsePath(source: string): readonly PathSegment[] | undefined {
  const path: PathSegment[] = [];
  for (let rest = source; rest !== '';) {
    const match = segmentPattern().exec(rest);
    if (!match) return undefined;
    const [segmentText, name, index, quoted] = match;
    // Every name but the first is preceded by a dot.
    if (name !== undefined && segmentText.startsWith('.') === (path.length === 0)) return undefined;
    if (name === undefined && path.length === 0) return undefined;
    path.push(name ?? (index === undefined ? (JSON.parse(quoted ?? '""') as string) : Number(index)));
    rest = rest.slice(segmentText.length);
  }
  return path.length > 0 ? path : undefined;
}

function resolveText(text: string, scope: TemplateScope, isLenient: boolean): unknown {
  const expressions = templateExpressions(text);
  const [first] = expressions;
  if (!first) return text;
  if (isWholeExpression(text)) {
    const value = valueOf(first, scope, isLenient);
    return isLenient ? (value ?? '') : value;
  }
  let resolved = '';
  let at = 0;
  for (const expression of expressions) {
    resolved += text.slice(at, expression.start) + toText(valueOf(expression, scope, isLenient));
    // The output of a step can be its text, so expressions of several steps could double a text again and again.
    if (resolved.length > MAX_TEXT_LENGTH)
      throw new TemplateError(
        expression,
        `The text becomes longer than ${MAX_TEXT_LENGTH.toLocaleString('en')} characters.`,
      );
    at = expression.end;
  }
  return resolved + text.slice(at);
}

function valueOf(expression: TemplateExpression, scope: TemplateScope, isLenient: boolean): unknown {
  const { path, source } = expression;
  if (path === undefined) {
    if (isLenient) return undefined;
    throw new TemplateError(
      expression,
      `{{${source}}} is not an expression such as {{steps.read-text.body.text}}.`,
    );
  }
  let value: unknown = scope;
  let missing = '';
  for (const [at, segment] of path.entries()) {
    // Own properties only, never inherited ones.
    const isPresent = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    if (!isPresent) {
      missing = describeMissing(path.slice(0, at), segment);
      value = undefined;
      break;
    }
    value = (value as Readonly<Record<PathSegment, unknown>>)[segment];
  }
  if (value === undefined && !isLenient)
    throw new TemplateError(expression, `{{${source}}} is undefined${missing}.`);
  return value;
}

// Describes the segment that the value at a path lacks, such as `: payload has no “subject”`.
function describeMissing(path: readonly PathSegment[], missing: PathSegment): string {
  if (path.length === 0) return '';
  const owner = describeOwner(path);
  if (path.length === 1 && owner === 'steps') return `: no step with the key “${missing}” has run`;
  return typeof missing === 'string'
    ? `: ${owner} has no “${missing}”`
    : `: ${owner} has no item ${missing + 1}`;
}

// Describes the value at a path by its last name, such as `body`, or `item 1 of items`.
function describeOwner(path: readonly PathSegment[]): string {
  let owner = '';
  for (const segment of path)
    owner = typeof segment === 'string' ? segment : `item ${segment + 1} of ${owner}`;
  return owner;
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
