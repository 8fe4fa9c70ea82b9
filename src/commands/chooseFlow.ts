import { type Choice, chooseId } from './ask.ts';
import { linesOf } from './lineArgument.ts';
import type { Services } from './services.ts';

/** A flow to act on; the name is its id where no more is known. */
export interface ChosenFlow {
  readonly id: string;
  readonly name: string;
}

/** The flow of a menu's line, or the one the person chooses or whose id they paste. */
export async function chooseFlow(
  services: Services,
  title: string,
  argument: unknown,
): Promise<ChosenFlow | undefined> {
  services.session.require();
  const [line] = linesOf('flow', argument, undefined);
  const id = line?.record.id ?? (await chooseId(title, flowChoices(services)));
  if (id === undefined) return undefined;
  const named = line?.record['name'] ?? services.flows.byId(id)?.name;
  return { id, name: typeof named === 'string' ? named : id };
}

async function flowChoices({ flows }: Services): Promise<Choice[]> {
  await flows.ensure();
  return flows.state.items.map(({ id, name, enabled, status, description }) => ({
    id,
    label: name,
    description: [enabled ? 'enabled' : 'disabled', status].filter(Boolean).join(' · '),
    detail: description ?? id,
  }));
}
