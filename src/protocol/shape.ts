/** A check of a value that arrived from the other side: whether it has the type, with nothing thrown. */
export type Shape<T> = (value: unknown) => value is T;

/** The type that a shape lets through. */
export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** Any string. */
export const text: Shape<string> = (value): value is string => typeof value === 'string';

/** A finite number. */
export const number: Shape<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** True or false. */
export const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';

/** Anything that JSON can carry, unchecked: for values whose form a schema of the service decides. */
export const json: Shape<unknown> = (value): value is unknown => value !== undefined;

/** One of some fixed strings. */
export function oneOf<const T extends string>(...allowed: readonly T[]): Shape<T> {
  return (value): value is T => allowed.some(each => each === value);
}

/** A list whose items all have a shape. */
export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(item);
}

/** A shape or nothing at all. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

/** An object with the named members; further members are let through. */
export function object<const T extends Record<string, Shape<unknown>>>(
  members: T,
): Shape<{ readonly [K in keyof T]: Shaped<T[K]> }> {
  const checks = Object.entries(members);
  return (value): value is { readonly [K in keyof T]: Shaped<T[K]> } =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    checks.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}

/** One of several shapes: the closed union of a page's messages. */
export function anyOf<const S extends readonly Shape<unknown>[]>(...shapes: S): Shape<Shaped<S[number]>> {
  return (value): value is Shaped<S[number]> => shapes.some(shape => shape(value));
}
