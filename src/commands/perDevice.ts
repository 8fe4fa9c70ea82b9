import type { Client } from '../client/client.ts';
import { eachDevice, type Outcome, type Target } from '../host/eachDevice.ts';
import { explain } from '../host/explain.ts';
import { type Choice, chooseIds, done, withCancel } from './ask.ts';
import { linesOf } from './lineArgument.ts';
import { table } from './markdownTable.ts';
import { namingWhatIsMissing } from './notOfferedError.ts';
import type { Services } from './services.ts';

/** The call of one device; what it returns stands in the table of results. */
export type OnDevice = (client: Client, target: Target, signal: AbortSignal) => Promise<string>;

/** The devices of a menu's selection, or those the person chooses. */
export async function chooseDevices(
  services: Services,
  title: string,
  argument: unknown,
  selection: unknown,
): Promise<Target[] | undefined> {
  services.session.require();
  const lines = linesOf('device', argument, selection);
  const named = (id: string): Target => ({ id, name: services.devices.byId(id)?.name ?? id });
  if (lines.length > 0) return lines.map(({ record }) => named(record.id));
  const ids = await chooseIds(title, deviceChoices(services), { many: true });
  return ids?.map(named);
}

/** The known devices to choose from. */
export async function deviceChoices({ devices }: Services): Promise<Choice[]> {
  await devices.ensure();
  return devices.state.items.map(({ id, name, state, type }) => ({
    id,
    label: name ?? id,
    description: [state, type].filter(Boolean).join(' · '),
    detail: id,
  }));
}

/**
 * Makes a call for each device, several at once. One device's failure is the command's failure; of several
 * devices each has its line in a table that is opened when some failed.
 */
export async function onDevices(
  services: Services,
  title: string,
  targets: readonly Target[],
  call: OnDevice,
): Promise<void> {
  const client = await services.session.client();
  const outcomes = await withCancel(title, (signal, progress) => {
    let finished = 0;
    const tell = (): void => progress(`${++finished} of ${targets.length}`);
    const named = (target: Target): Promise<string> =>
      call(client, target, signal).catch(async (error: unknown) => {
        throw await namingWhatIsMissing(services, error);
      });
    return eachDevice(targets, named, tell);
  });
  const [only] = outcomes;
  if (outcomes.length === 1 && only) {
    if ('error' in only) throw only.error;
    done(`${only.target.name}: ${only.text}`);
    return;
  }
  await showOutcomes(services, title, outcomes);
}

async function showOutcomes(services: Services, title: string, outcomes: readonly Outcome[]): Promise<void> {
  const failed = outcomes.filter(outcome => 'error' in outcome).length;
  const rows = outcomes.map(outcome => [
    outcome.target.name,
    'error' in outcome ? 'failed' : 'done',
    'error' in outcome ? explain(outcome.error).summary : outcome.text,
    outcome.target.id,
  ]);
  const text = [
    `# ${title}`,
    `${outcomes.length - failed} done, ${failed} failed.`,
    table(['Device', 'Result', 'Details', 'ID'], rows),
  ].join('\n\n');
  await services.documents.openMarkdown(`results/${Date.now()}`, `${title}.md`, `${text}\n`);
}
