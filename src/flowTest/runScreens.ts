import type { Client } from '../client/client.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import { type RunStep, runSteps } from '../flow/run/runSteps.ts';
import { Screen } from '../flow/selector/screen.ts';
import type { RunExpectation } from './testFile.ts';

/** The screens of a run that its expectation is about. */
export interface RunScreens {
  /** The screen after each run of a step, by `runKey`. */
  readonly after: ReadonlyMap<string, Screen>;
  /** The screen of each device at the end. */
  readonly last: readonly LastScreen[];
}

interface LastScreen {
  /** In lower case. */
  readonly deviceId: string;
  readonly deviceName: string;
  readonly screen: Screen;
}

export const NO_SCREENS: RunScreens = { after: new Map(), last: [] };

/** One run of a step: in one round, on one device. */
type StepRun = { readonly [K in 'index' | 'child' | 'round' | 'deviceId']: RunStep[K] | null };

/** Returns the key of a run of a step in one round on one device. */
export function runKey({ index, child, round, deviceId }: StepRun): string {
  return [index, child, round, deviceId?.toLowerCase()].map(part => part ?? '').join(' ');
}

/**
 * Reads the screens that an expectation is about, before the sandbox is reset: those after steps from the evidence of the
 * runs, and those at their end from their devices. Rejects with ApiError.
 */
export async function readScreens(
  { client, sandboxClient }: { readonly client: Client; readonly sandboxClient: SandboxClient },
  runs: readonly Execution[],
  { steps = [], screen: atEnd = [] }: RunExpectation = {},
  {
    deviceIds,
    devices,
  }: { readonly deviceIds: readonly string[]; readonly devices: ReadonlyMap<string, string> },
): Promise<RunScreens> {
  const isAfterSteps = steps.some(({ screen }) => screen !== undefined);
  const after = new Map<string, Screen>();
  for (const { id } of isAfterSteps ? runs : [])
    for (const [key, shown] of await readAfterSteps(sandboxClient, id)) after.set(key, shown);
  if (atEnd.length === 0) return { after, last: [] };
  const used = runs.flatMap(({ result }) => runSteps(result).flatMap(({ deviceId }) => deviceId ?? []));
  const ids = new Set((used.length > 0 ? used : deviceIds).map(id => id.toLowerCase()));
  const last: LastScreen[] = [];
  for (const deviceId of ids) {
    const { value } = await client.getUiState({ params: { deviceId } });
    last.push({ deviceId, deviceName: devices.get(deviceId) ?? deviceId, screen: new Screen(value) });
  }
  return { after, last };
}

async function readAfterSteps(
  sandboxClient: SandboxClient,
  executionId: string,
): Promise<ReadonlyMap<string, Screen>> {
  const evidence = await readEvidence(sandboxClient, executionId);
  const known = new Map<string, Screen>();
  const after = new Map<string, Screen>();
  for (const { index, childIndex, round, deviceId, screenAfter: screenId } of evidence?.steps ?? []) {
    if (screenId == null) continue;
    const screen =
      known.get(screenId) ??
      new Screen((await sandboxClient.getTraceUiState({ params: { executionId, screenId } })).value);
    known.set(screenId, screen);
    after.set(runKey({ index, child: childIndex, round, deviceId }), screen);
  }
  return after;
}
