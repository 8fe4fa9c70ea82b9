import { isObject } from '../util/isObject.ts';

/** A line of a view as a command of its menu is handed it: what kind of record it shows, and the record. */
export interface RecordLine {
  readonly kind: string;
  readonly record: Readonly<Record<string, unknown>> & { readonly id: string };
}

/** The line that a menu hands over, or undefined for anything else. */
export function lineOf(argument: unknown): RecordLine | undefined {
  if (!isObject(argument) || typeof argument['kind'] !== 'string') return undefined;
  const { kind, record } = argument;
  return isObject(record) && typeof record['id'] === 'string'
    ? { kind, record: record as RecordLine['record'] }
    : undefined;
}

/** The lines of one kind among what a menu hands over: the selection, or else the line it was opened on. */
export function linesOf(kind: string, argument: unknown, selection: unknown): RecordLine[] {
  const given = Array.isArray(selection) && selection.length > 0 ? selection : [argument];
  return given.flatMap(one => {
    const line = lineOf(one);
    return line?.kind === kind ? [line] : [];
  });
}
