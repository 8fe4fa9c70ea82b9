import { isObject } from './isObject.ts';

/** Returns a JSON value with all of its texts replaced, but not the names of its members. */
export function changeTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(item => changeTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changeTexts(inner, change)]));
}
