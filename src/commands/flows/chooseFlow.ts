import type { Services } from '../commandServices.ts';
import { isArchived } from '../../contract/enumerations.ts';
import { chooseRecords } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import type { CommandRow, GivenFlow, GivenFlows } from '../../contributions/command.ts';
import { flowRowOf } from './linkedFile.ts';
import { resolveTargets } from '../prompts/runOnEach.ts';

/** A flow to act on; `name` is its ID if the name is unknown. */
export interface ChosenFlow {
  readonly id: string;
  readonly name: string;
}

/** Returns the given flow, or prompts for a flow or its ID. */
export async function chooseFlow(
  services: Services,
  title: string,
  given: CommandRow | undefined,
): Promise<ChosenFlow | undefined> {
  return (await chooseFlows(services, title, given ? [given] : []))?.[0];
}

/** Returns the handler of a command for one flow: that of a menu or the active file, or a chosen one. */
export function forFlow(
  title: string,
  act: (services: Services, flow: ChosenFlow) => Promise<void>,
): (services: Services, given: GivenFlow) => Promise<void> {
  return async (services, given) => {
    const flow = await chooseFlow(services, title, await flowRowOf(services, given));
    if (flow) await act(services, flow);
  };
}

/**
 * Returns the handler of a command for flows: those selected, that of the active file unless it must be named, or chosen
 * ones.
 */
export function forFlows(
  title: string,
  act: (services: Services, flows: readonly ChosenFlow[]) => Promise<void>,
  { mustBeNamed = false }: { readonly mustBeNamed?: boolean } = {},
): (services: Services, given: GivenFlows) => Promise<void> {
  return async (services, { rows, files: [file] }) => {
    const isChosen = rows.length > 0 || (mustBeNamed && !file);
    const only = isChosen ? undefined : await flowRowOf(services, { row: undefined, file });
    const flows = await chooseFlows(services, title, only ? [only] : rows);
    if (flows) await act(services, flows);
  };
}

async function chooseFlows(
  services: Services,
  title: string,
  rows: readonly CommandRow[],
): Promise<ChosenFlow[] | undefined> {
  services.session.require();
  return resolveTargets(
    rows,
    () => chooseRecords(title, flowChoices(services)),
    (id, record) => {
      const named = record?.['name'];
      return typeof named === 'string' ? named : services.flows.byId(id)?.name;
    },
  );
}

function flowChoices({ flows }: Services): Choices {
  return choicesOf(flows.all(), flow => {
    if (isArchived(flow)) return undefined;
    const { id, name, enabled, status, description } = flow;
    return {
      id,
      label: name,
      description: [enabled ? 'enabled' : 'disabled', status].filter(Boolean).join(' · '),
      detail: description ?? id,
    };
  });
}
