import { uuid } from './schemas.ts';

/** A field with any JSON value. */
export const ANY = { any: [1, null, 'text'] };

const ID = uuid(1);

/**
 * The form of a response: an example in which a name that ends in `!` is required, one in `~` is required but nullable,
 * and one in `*` is a key of a map.
 */
export type WireForm =
  | string
  | number
  | boolean
  | readonly WireForm[]
  | { readonly [name: string]: WireForm };

/** A changed example, and whether the response is still valid. */
interface WireChange {
  readonly description: string;
  readonly reply: unknown;
  readonly isValid: boolean;
}

/** Returns the example itself. */
export function exampleOf(form: unknown): unknown {
  if (form === ANY || typeof form !== 'object' || form === null) return form;
  if (Array.isArray(form)) return form.map(exampleOf);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [plain(name), exampleOf(value)]));
}

/** Returns variants in which one field of the example is absent, null, or has a wrong type. */
export function changesOf(form: unknown, path = ''): readonly WireChange[] {
  if (form === ANY || typeof form !== 'object' || form === null) return [];
  const names = Object.keys(form);
  return names.flatMap(name => {
    const value = (form as Record<string, unknown>)[name];
    const fieldPath = Array.isArray(form) ? `${path}[${name}]` : `${path}.${plain(name)}`;
    const put = (replacement: unknown): unknown => withField(exampleOf(form), plain(name), replacement);
    const isNamed = !Array.isArray(form);
    const isNullable = isNamed && !/[!*]$/.test(name);
    const here: WireChange[] = [
      ...(isNamed
        ? [{ description: `${fieldPath} absent`, reply: put(undefined), isValid: !/[!~]$/.test(name) }]
        : []),
      ...(value === ANY ? [] : [{ description: `${fieldPath} null`, reply: put(null), isValid: isNullable }]),
      ...wrongFor(value).map(wrong => ({
        description: `${fieldPath} ${JSON.stringify(wrong)}`,
        reply: put(wrong),
        isValid: false,
      })),
    ];
    const inner = changesOf(value, fieldPath).map(change => ({ ...change, reply: put(change.reply) }));
    return [...here, ...inner];
  });
}

function plain(name: string): string {
  return name.replace(/[!*~]$/, '');
}

function withField(container: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(container)) return container.with(Number(name), value) as unknown;
  const others = Object.entries(container as object).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

function wrongFor(value: unknown): readonly unknown[] {
  if (value === ANY) return [];
  if (value === ID) return ['not a uuid', 7];
  if (typeof value === 'string') return [7, true, {}];
  if (typeof value === 'boolean') return ['true', 1];
  if (typeof value === 'number') return Number.isInteger(value) ? ['1', 1.5, true] : ['1', true];
  return Array.isArray(value) ? ['x', {}] : ['x', []];
}
