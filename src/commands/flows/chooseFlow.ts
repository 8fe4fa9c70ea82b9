import { chooseRecords } from '../prompts/ask.ts';
import { type Choices, choicesOf } from '../prompts/choices.ts';
import { type LineHandler, linesOf } from '../lineArgument.ts';
import { flowLineOf } from './linkedFile.ts';
import { resolveTargets } from '../prompts/runOnEach.ts';
import type { FlowServices } from './flowServices.ts';

/** A flow to act on; `name` is its ID if the name is unknown. */
export interface ChosenFlow {
  readonly id: string;
  readonly name: string;
}

/** Returns the flow of a menu argument, or prompts for a flow or its ID. */
export async function chooseFlow(
  services: FlowServices,
  title: string,
  argument: unknown,
): Promise<ChosenFlow | undefined> {
  return (await chooseFlows(services, title, argument))?.[0];
}

/** Returns the handler of a command for one flow: that of a menu or the active file, or a chosen one. */
export function forFlow(
  title: string,
  act: (services: FlowServices, flow: ChosenFlow) => Promise<void>,
): LineHandler<FlowServices> {
  return async (services, argument) => {
    const flow = await chooseFlow(services, title, await flowLineOf(services, argument));
    if (flow) await act(services, flow);
  };
}

/** Returns the handler of a command for flows: those selected, that of the active file, or chosen ones. */
export function forFlows(
  title: string,
  act: (services: FlowServices, flows: readonly ChosenFlow[]) => Promise<void>,
): LineHandler<FlowServices> {
  return async (services, argument, selection) => {
    const flows = await chooseFlows(services, title, await flowLineOf(services, argument), selection);
    if (flows) await act(services, flows);
  };
}

async function chooseFlows(
  services: FlowServices,
  title: string,
  argument: unknown,
  selection?: unknown,
): Promise<ChosenFlow[] | undefined> {
  services.session.require();
  return resolveTargets(
    linesOf('flow', argument, selection),
    () => chooseRecords(title, flowChoices(services)),
    (id, record) => {
      const named = record?.['name'];
      return typeof named === 'string' ? named : services.flows.byId(id)?.name;
    },
  );
}

function flowChoices({ flows }: FlowServices): Choices {
  return choicesOf(flows.all(), ({ id, name, enabled, status, description }) => ({
    id,
    label: name,
    description: [enabled ? 'enabled' : 'disabled', status].filter(Boolean).join(' · '),
    detail: description ?? id,
  }));
}
