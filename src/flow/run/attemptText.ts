import type { RunStep, StepExplanation } from './runSteps.ts';
import { secondsText, statusText } from './outcomeText.ts';
import { hideSecrets } from './outputTree.ts';

/** Display texts for a run of a step in one round on one device. */
interface AttemptText {
  /** A label such as `Round 2 · Pixel 8`; empty for a single run. */
  readonly label: string;
  readonly status: string;
  readonly time: string;
  readonly error: string | undefined;
  readonly explanation: StepExplanation | undefined;
  /** The output as indented JSON, truncated if long; undefined if there is none. */
  readonly output: string | undefined;
}

const MAX_CHARACTERS = 2000;

/** Formats the runs of one step; `deviceName` returns the name of a device by its ID. */
export function attemptTexts(
  attempts: readonly RunStep[],
  deviceName: (id: string) => string,
  passcodes: readonly string[] = [],
): readonly AttemptText[] {
  const isOnSeveral = new Set(attempts.map(({ deviceId }) => deviceId)).size > 1;
  return attempts.map(({ round, deviceId, status, tookMs, error, explanation, output }) => {
    const parts = [
      ...(round === undefined ? [] : [`Round ${round + 1}`]),
      ...(deviceId === undefined || (!isOnSeveral && attempts.length > 1) ? [] : [deviceName(deviceId)]),
    ];
    return {
      label: parts.join(' · '),
      status: status === undefined ? 'unknown' : statusText(status),
      time: tookMs === undefined || status === 'skipped' ? '' : secondsText(tookMs),
      error,
      explanation,
      output: outputText(hideSecrets(output, passcodes)),
    };
  });
}

function outputText(output: unknown): string | undefined {
  if (output === undefined || output === null) return undefined;
  const text = JSON.stringify(output, undefined, 2);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
