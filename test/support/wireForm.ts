import { uuid } from './schemas.ts';

/** A field with any JSON as its value. */
export const ANY = { any: [1, null, 'text'] };

const ID = uuid(1);

/**
 * How a reply looks: an example in which a name that ends in `!` must be there, one in `~` too but may be null, and one
 * in `*` is an entry of a map.
 */
export type WireForm =
  string | number | boolean | readonly WireForm[] | { readonly [name: string]: WireForm };

/** A change of an example, and whether the reply still fits. */
export interface WireChange {
  readonly what: string;
  readonly reply: unknown;
  readonly fits: boolean;
}

/** The example itself. */
export function exampleOf(form: unknown): unknown {
  if (form === ANY || typeof form !== 'object' || form === null) return form;
  if (Array.isArray(form)) return form.map(exampleOf);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [plain(name), exampleOf(value)]));
}

/** Every field of an example absent, null and of each wrong kind, one at a time. */
export function changesOf(form: unknown, path = ''): readonly WireChange[] {
  if (form === ANY || typeof form !== 'object' || form === null) return [];
  const names = Object.keys(form);
  return names.flatMap(name => {
    const value = (form as Record<string, unknown>)[name];
    const own = Array.isArray(form) ? `${path}[${name}]` : `${path}.${plain(name)}`;
    const put = (replacement: unknown): unknown => withField(exampleOf(form), plain(name), replacement);
    const isNamed = !Array.isArray(form);
    const isNullable = isNamed && !/[!*]$/.test(name);
    const here: WireChange[] = [
      ...(isNamed ? [{ what: `${own} absent`, reply: put(undefined), fits: !/[!~]$/.test(name) }] : []),
      ...(value === ANY ? [] : [{ what: `${own} null`, reply: put(null), fits: isNullable }]),
      ...wrongFor(value).map(wrong => ({
        what: `${own} ${JSON.stringify(wrong)}`,
        reply: put(wrong),
        fits: false,
      })),
    ];
    const inner = changesOf(value, own).map(change => ({ ...change, reply: put(change.reply) }));
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
