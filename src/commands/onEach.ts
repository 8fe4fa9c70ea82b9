import type { Client } from '../client/client.ts';
import { eachTarget, type Outcome, type Target } from '../host/eachTarget.ts';
import { explain } from '../host/explain.ts';
import { markdownDocument } from '../util/markdownDocument.ts';
import { done, withCancel } from './ask.ts';
import type { RecordLine } from './lineArgument.ts';
import { table } from './markdownTable.ts';
import { namingWhatIsMissing } from './notOfferedError.ts';
import type { Services } from './services.ts';
import { shortList } from './shortList.ts';

/** The call of one record; what it returns stands in the table of results. */
export type OnOne = (client: Client, target: Target, signal: AbortSignal) => Promise<string>;

/** What is done to several records. */
export interface Job {
  /** The title of the command. */
  readonly title: string;
  /** The kind of the records, such as `Device`. */
  readonly noun: string;
  /** The message after the call for a single record; by default its name with the text that the call returned. */
  readonly singleMessage?: (name: string) => string;
  /** Reads anew what the calls have changed, also where some failed. */
  readonly after?: () => Promise<void>;
}

/**
 * The records of one kind in a menu's selection, or the ones that the person chooses, by the names that are known of
 * them, else by those they were chosen by.
 */
export async function chosenTargets(
  lines: readonly RecordLine[],
  choose: () => Promise<readonly Target[] | undefined>,
  nameOf: (id: string) => string | null | undefined,
): Promise<Target[] | undefined> {
  const chosen = lines.length > 0 ? lines.map(({ record: { id } }) => ({ id, name: id })) : await choose();
  return chosen?.map(({ id, name }) => ({ id, name: nameOf(id) || name }));
}

/** What a question calls the records: the only one by its name, several by their number. */
export function namedTogether(targets: readonly Target[], plural: string): string {
  const [only, ...more] = targets;
  return only && more.length === 0 ? `“${only.name}”` : `${targets.length} ${plural}`;
}

/** Which records are meant where a question names their number only. */
export function namesOf(targets: readonly Target[]): readonly string[] {
  return targets.length > 1 ? shortList(targets.map(({ name }) => name)) : [];
}

/**
 * Makes a call for each record, several at once. The failure of an only record is the command's failure; of several
 * records each has its line in a table.
 */
export async function onEach(
  services: Services,
  job: Job,
  targets: readonly Target[],
  call: OnOne,
): Promise<void> {
  const client = await services.session.client();
  const outcomes = await withCancel(job.title, (signal, progress) => {
    let finished = 0;
    const tell = (): void => progress(`${++finished} of ${targets.length}`);
    const named = (target: Target): Promise<string> =>
      call(client, target, signal).catch(async (error: unknown) => {
        throw await namingWhatIsMissing(services, error);
      });
    return eachTarget(targets, named, tell);
  });
  await job.after?.();
  const [only] = outcomes;
  if (outcomes.length === 1 && only) {
    if ('error' in only) throw only.error;
    done(job.singleMessage?.(only.target.name) ?? `${only.target.name}: ${only.text}`);
    return;
  }
  await showOutcomes(services, job, outcomes);
}

async function showOutcomes(
  { documents }: Services,
  { title, noun }: Job,
  outcomes: readonly Outcome[],
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
