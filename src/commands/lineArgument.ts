import type { CommandContribution, CommandLine } from '../contributions/command.ts';
import { dialogs } from '../host/dialogs.ts';
import { isObject } from '../util/isObject.ts';

/** Handles a command for lines of a view: the clicked line, and all selected ones, both still unchecked. */
export type LineHandler<Services> = (
  services: Services,
  argument?: unknown,
  selection?: unknown,
) => Promise<void>;

/** Returns the handler of a command for the record of one line. Without a line of its kind, shows the hint. */
export function forLine<Services>(
  kind: string,
  hint: string,
  act: (services: Services, record: CommandLine['record']) => Promise<void>,
): LineHandler<Services> {
  return async (services, argument) => {
    const [line] = linesOf(kind, argument);
    if (line) await act(services, line.record);
    else void dialogs.showInformationMessage(hint);
  };
}

/** Returns the line passed by a menu, or undefined for any other argument. */
export function lineOf(argument: unknown): CommandLine | undefined {
  if (!isObject(argument) || typeof argument['kind'] !== 'string') return undefined;
  const { kind, record } = argument;
  return isRecord(record) ? { kind, record } : undefined;
}

/** Returns the lines of one kind from a menu: the selection, or else the clicked line. */
export function linesOf(kind: string, argument: unknown, selection?: unknown): CommandLine[] {
  return givenBy(argument, selection)
    .flatMap(value => lineOf(value) ?? [])
    .filter(line => line.kind === kind);
}

/** Returns the unchecked arguments of a menu: the selection, or else the clicked item. */
export function givenBy(argument: unknown, selection: unknown): readonly unknown[] {
  return Array.isArray(selection) && selection.length > 0 ? selection : [argument];
}

/**
 * Returns true if a command that uses its line was called from a menu without one, as happens while VS Code replaces
 * the lines of a view. Commands in the title of a view are exempt, because the title never passes a line.
 */
export function lacksLine(
  { menus = [], ignoresLine = false }: CommandContribution,
  given: readonly unknown[],
): boolean {
  if (ignoresLine) return false;
  const ids = new Set(menus.flat().map(({ menu }) => menu));
  return given.length > 0 && given[0] === undefined && ids.has('view/item/context') && !ids.has('view/title');
}

function isRecord(value: unknown): value is CommandLine['record'] {
  return isObject(value) && typeof value['id'] === 'string';
}
