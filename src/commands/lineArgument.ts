import { isObject } from '../util/isObject.ts';

/** A line of a view as passed to its menu commands: the kind of its record, and the record. */
export interface RecordLine {
  readonly kind: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** Returns the line passed by a menu, or undefined for any other argument. */
export function lineOf(argument: unknown): RecordLine | undefined {
  if (!isObject(argument) || typeof argument['kind'] !== 'string') return undefined;
  const { kind, record } = argument;
  return isObject(record) && typeof record['id'] === 'string'
    ? { kind, record: record as RecordLine['record'] }
    : undefined;
}

/** Returns the lines of one kind from a menu: the selection, or else the clicked line. */
export function linesOf(kind: string, argument: unknown, selection: unknown): RecordLine[] {
  const given = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  return given.flatMap(one => {
    const line = lineOf(one);
    return line?.kind === kind ? [line] : [];
  });
}
