import { isObject } from '../util/isObject.ts';

/** A type guard for a value received from the other side; never throws. */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a shape accepts. */
export type Shaped<S> = S extends Guard<infer T> ? T : never;

/** Any string. */
export const text: Guard<string> = (value): value is string => typeof value === 'string';

/** A finite number. */
export const number: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A boolean. */
export const flag: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

/** Bytes. */
export const bytes: Guard<Uint8Array> = (value): value is Uint8Array => value instanceof Uint8Array;

/** Any value but undefined, unchecked: for values whose form a schema of the service defines. */
export const json: Guard<unknown> = (value): value is unknown => value !== undefined;

/** Accepts one of some fixed strings. */
export function oneOf<const T extends string>(...allowed: readonly T[]): Guard<T> {
  return (value): value is T => allowed.some(each => each === value);
}

/** Accepts an array whose items all match a shape. */
export function arrayOf<T>(item: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(item);
}

/** Accepts undefined or what a shape accepts. */
export function maybe<T>(shape: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value);
}

/** Accepts an object whose named members match their shapes; additional members are allowed. */
export function object<const T extends Record<string, Guard<unknown>>>(
  members: T,
): Guard<{ readonly [K in keyof T]: Shaped<T[K]> }> {
  const checks = Object.entries(members);
  return (value): value is { readonly [K in keyof T]: Shaped<T[K]> } =>
    isObject(value) && checks.every(([name, check]) => check(value[name]));
}

/** Accepts what at least one of several shapes accepts. */
export function anyOf<const S extends readonly Guard<unknown>[]>(...shapes: S): Guard<Shaped<S[number]>> {
  return (value): value is Shaped<S[number]> => shapes.some(shape => shape(value));
}
