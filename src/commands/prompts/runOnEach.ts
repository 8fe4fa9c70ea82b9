import type { Client } from '../../client/client.ts';
import { eachTarget, type TargetOutcome, type Target } from '../../client/eachTarget.ts';
import { explain } from '../../wording/explain.ts';
import { markdownDocument } from '../../util/markdownDocument.ts';
import { confirmed, done, withCancel } from './ask.ts';
import { confirmedDeletion } from '../../host/confirmedDeletion.ts';
import type { CommandRow } from '../../contributions/command.ts';
import { table } from '../reports/markdownTable.ts';
import { namingWhatIsMissing } from '../connections/notOfferedError.ts';
import type { Services } from '../commandServices.ts';
import { shortList } from '../../wording/shortList.ts';

/** Makes the call for one record and returns the text for the table of results. */
export type TargetCall<T extends Target = Target> = (
  client: Client,
  target: T,
  signal: AbortSignal,
) => Promise<string>;

/** An operation on several records. */
export interface BulkOperation {
  readonly title: string;
  /** Kind of the records, such as `Device`. */
  readonly noun: string;
  /** Returns the message for a single record; by default, its name and the result of the call. */
  readonly singleMessage?: (name: string) => string;
  /** Refreshes the data that the calls changed. Called even if some of them failed. */
  readonly refresh?: () => Promise<void>;
}

/**
 * Returns the records that the user selected before opening the menu, or else those of `choose`, each named by `nameOf`
 * if it knows a name.
 */
export async function resolveTargets(
  rows: readonly CommandRow[],
  choose: () => Promise<readonly Target[] | undefined>,
  nameOf: (id: string, record?: CommandRow['record']) => string | null | undefined,
): Promise<Target[] | undefined> {
  if (rows.length > 0)
    return rows.map(({ record }) => ({ id: record.id, name: nameOf(record.id, record) || record.id }));
  const chosen = await choose();
  return chosen?.map(({ id, name }) => ({ id, name: nameOf(id) || name }));
}

/** Returns the name of a single record, or the number of several, for use in a question. */
export function describeTargets(targets: readonly Target[], plural: string): string {
  const [only, ...more] = targets;
  return only && more.length === 0 ? `“${only.name}”` : `${targets.length} ${plural}`;
}

/** Returns the names of several records for the detail of a question; empty for a single one. */
export function namesOf(targets: readonly Target[]): readonly string[] {
  return targets.length > 1 ? shortList(targets.map(({ name }) => name)) : [];
}

/** Asks for confirmation of an action on records, with a warning and the names of several records. */
export function confirmedFor(
  targets: readonly Target[],
  plural: string,
  verb: string,
  warning: string,
): Promise<boolean> {
  return confirmed(`${verb} ${describeTargets(targets, plural)}?`, withNames(warning, targets), verb);
}

/** Asks before records are deleted for good, with a warning and the names of several records. */
export function confirmedDeletionOf(
  targets: readonly Target[],
  plural: string,
  warning: string,
): Promise<boolean> {
  return confirmedDeletion(`Delete ${describeTargets(targets, plural)}?`, withNames(warning, targets));
}

function withNames(warning: string, targets: readonly Target[]): string {
  return [warning, ...namesOf(targets)].join('\n');
}

/**
 * Makes a call for each record, several concurrently. The failure of a single record is thrown; the results of several
 * are shown in a table.
 */
export async function runOnEach<T extends Target>(
  services: Services,
  operation: BulkOperation,
  targets: readonly T[],
  call: TargetCall<T>,
): Promise<void> {
  const client = await services.session.client();
  const outcomes = await withCancel(operation.title, (signal, progress) => {
    let finished = 0;
    const reportProgress = (): void => progress(`${++finished} of ${targets.length}`);
    const callTarget = (target: T): Promise<string> =>
      call(client, target, signal).catch(async (error: unknown) => {
        throw await namingWhatIsMissing(services, error);
      });
    return eachTarget(targets, callTarget, reportProgress);
  });
  await operation.refresh?.();
  const [first] = outcomes;
  if (outcomes.length === 1 && first) {
    if ('error' in first) throw first.error;
    done(operation.singleMessage?.(first.target.name) ?? `${first.target.name}: ${first.text}`);
    return;
  }
  await showOutcomes(services, operation, outcomes);
}

async function showOutcomes(
  { documents }: Services,
  { title, noun }: BulkOperation,
  outcomes: readonly TargetOutcome[],
): Promise<void> {
  const failed = outcomes.filter(outcome => 'error' in outcome).length;
  const rows = outcomes.map(outcome => [
    outcome.target.name,
    'error' in outcome ? 'failed' : 'done',
    'error' in outcome ? explain(outcome.error).summary : outcome.text,
    { code: outcome.target.id },
  ]);
  const text = markdownDocument([
    `# ${title}`,
    `${outcomes.length - failed} done, ${failed} failed.`,
    table([noun, 'Result', 'Details', 'ID'], rows),
  ]);
  await documents.openMarkdown(`results/${Date.now()}`, `${title}.md`, text);
}
