import { refusalOf } from '../client/failure.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { UiState } from '../contract/records/uiState.ts';
import type { Execution } from '../contract/records/execution.ts';
import { readEvidence } from '../deploy/explainExecution.ts';
import type { ScreenTheme } from './pictureNames.ts';
import { runKey } from './runScreens.ts';

type Reader = Pick<SandboxClient, 'getExecutionTrace' | 'getTraceScreen' | 'getTraceUiState'>;

/** The place of a screen in the evidence of a run. */
export interface ScreenPlace {
  readonly executionId: string;
  readonly screenId: string;
  /** In lower case. */
  readonly deviceId: string;
  readonly theme: ScreenTheme;
}

/** The places of the screens of runs: those after steps by `runKey`, and the last one of each device. */
export interface ScreenPlaces {
  readonly after: ReadonlyMap<string, ScreenPlace>;
  readonly last: readonly ScreenPlace[];
}

/** A screen as PNG, without secrets, and its elements. */
export interface ScreenOfRun {
  readonly png: Uint8Array;
  readonly state: UiState;
}

/** Finds the screens of runs in their evidence. Rejects with ApiError. */
export async function findScreens(
  reader: Reader,
  runs: readonly Execution[],
  signal?: AbortSignal,
): Promise<ScreenPlaces> {
  const after = new Map<string, ScreenPlace>();
  const last = new Map<string, ScreenPlace>();
  for (const { id: executionId } of runs) {
    const { steps = [], screens = [] } = (await readEvidence(reader, executionId, signal)) ?? {};
    const themes = new Map(screens.map(({ id, theme }) => [id, theme]));
    for (const { index, childIndex, round, deviceId, screenAfter: screenId } of steps) {
      if (screenId == null || deviceId == null) continue;
      const device = deviceId.toLowerCase();
      const theme = themes.get(screenId) === 'dark' ? 'dark' : 'light';
      const place = { executionId, screenId, deviceId: device, theme } as const;
      after.set(runKey({ index, child: childIndex, round, deviceId }), place);
      last.set(device, place);
    }
  }
  return { after, last: [...last.values()] };
}

/** Reads a screen. Returns a sentence if there is no picture of it. Rejects with ApiError. */
export async function readShownScreen(
  reader: Reader,
  { executionId, screenId }: ScreenPlace,
  signal?: AbortSignal,
): Promise<ScreenOfRun | string> {
  const params = { executionId, screenId };
  try {
    const { value: state } = await reader.getTraceUiState({ params }, { signal });
    const { value } = await reader.getTraceScreen({ params }, { signal });
    return { png: new Uint8Array(value), state };
  } catch (error) {
    const refusal = refusalOf(error);
    // An app can protect its screen, and pictures can show what turned out to be a secret.
    if (refusal?.code === 'screen_not_found') return refusal.message;
    throw error;
  }
}
