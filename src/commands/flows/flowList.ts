import type { Services } from '../commandServices.ts';
import { Limits } from '../../contract/limits.ts';
import { ALL_FLOWS, type FlowFilter } from '../../stores/flowStore.ts';
import { narrowList, searchList, TIME_ORDERS, type Part } from '../prompts/narrowList.ts';

const FILTERS: readonly Part<FlowFilter>[] = [
  { label: '$(list-flat) All', part: { enabled: undefined, status: undefined } },
  { label: '$(pass-filled) Enabled', part: { enabled: true, status: undefined } },
  { label: '$(circle-large-outline) Disabled', part: { enabled: false, status: undefined } },
  { label: '$(warning) Failing', part: { enabled: undefined, status: 'failing' } },
  { label: '$(circle-slash) Blocked', part: { enabled: undefined, status: 'blocked' } },
];

const ORDERS: readonly Part<FlowFilter>[] = [
  { label: '$(case-sensitive) Name', description: 'A to Z', part: { orderBy: 'name', direction: 'asc' } },
  TIME_ORDERS.changed,
  TIME_ORDERS.newest,
];

/** Reads flows, steps and drift again. */
export async function refreshFlows({ session, flows, steps, drift }: Services): Promise<void> {
  session.require();
  steps.expire();
  await Promise.all([flows.refresh(), drift.refresh()]);
}

export const searchFlows = searchList(({ flows }: Services) => flows, 'flows', 'search', {
  title: 'Search Flows',
  prompt: 'Part of a name or description. Leave empty to show all flows.',
  maxLength: Limits.search.max,
});

export const filterFlows = narrowList(({ flows }: Services) => flows, 'flows', 'Show Flows', FILTERS);

export const orderFlows = narrowList(({ flows }: Services) => flows, 'flows', 'Sort Flows By', ORDERS);

/** Resets the filter and order of the flows. */
export async function showAllFlows({ session, flows }: Services): Promise<void> {
  session.require();
  await flows.show(ALL_FLOWS);
}
