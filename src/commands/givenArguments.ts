import * as vscode from 'vscode';
import type { CommandContribution, CommandRow, GivenArguments } from '../contributions/command.ts';
import type { Services } from './commandServices.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { dialogs } from '../host/dialogs.ts';
import { stepPath } from '../protocol/flowEdit.ts';
import { isObject } from '../util/isObject.ts';

/** Returns the arguments of a command, which are checked when they are read. */
export function givenArguments(given: readonly unknown[]): GivenArguments {
  const [first, selection] = given;
  const selected: readonly unknown[] =
    Array.isArray(selection) && selection.length > 0 ? selection : Array.isArray(first) ? first : [first];
  return {
    rows: kind =>
      selected.flatMap(value => rowOf(value) ?? []).filter(row => kind === undefined || row.kind === kind),
    row: kind => {
      const row = rowOf(first);
      return row?.kind === kind ? row : undefined;
    },
    files: () => selected.flatMap(value => fileOf(value) ?? []),
    file: () => fileOf(first),
    step: index => stepOf(given[index]),
    at: index => given[index],
    option: name => (isObject(first) ? first[name] : undefined),
  };
}

/** Returns the handler of a command for the record of one row. Without a row, shows the hint. */
export function forRow(
  hint: string,
  act: (services: Services, record: CommandRow['record']) => Promise<void>,
): (services: Services, row: CommandRow | undefined) => Promise<void> {
  return async (services, row) => {
    if (row) await act(services, row.record);
    else void dialogs.showInformationMessage(hint);
  };
}

/**
 * Returns true if a command that uses its row was called from a menu without one, as happens while VS Code replaces
 * the rows of a view. Commands in the title of a view are exempt, because the title never passes a row.
 */
export function lacksRow(
  { menus = [], ignoresRow = false }: CommandContribution,
  given: readonly unknown[],
): boolean {
  if (ignoresRow) return false;
  const ids = new Set(menus.flat().map(({ menu }) => menu));
  return given.length > 0 && given[0] === undefined && ids.has('view/item/context') && !ids.has('view/title');
}

function rowOf(argument: unknown): CommandRow | undefined {
  if (!isObject(argument) || typeof argument['kind'] !== 'string') return undefined;
  const { kind, record } = argument;
  return isRecord(record) ? { kind, record } : undefined;
}

function isRecord(value: unknown): value is CommandRow['record'] {
  return isObject(value) && typeof value['id'] === 'string';
}

// The Explorer passes a file, and a view a row with one.
function fileOf(argument: unknown): vscode.Uri | undefined {
  const file = isObject(argument) && 'resource' in argument ? argument['resource'] : argument;
  return file instanceof vscode.Uri ? file : undefined;
}

function stepOf(value: unknown): StepPath | undefined {
  return stepPath(value) ? value : undefined;
}
