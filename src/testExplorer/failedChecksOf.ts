import type { FailedCheck } from '../appState/failedChecks.ts';
import type { CaseResult } from '../flowTest/runCase.ts';

/** Returns the failed picture checks of a case of a flow file, with the rounds and devices of those that have several. */
export function failedChecksOf(
  { failures, steps = [], devices }: CaseResult,
  flow: string,
): readonly FailedCheck[] {
  const isOnSeveral = new Set(steps.flatMap(({ deviceId }) => deviceId ?? [])).size > 1;
  return failures.flatMap(({ message, picture, step }) => {
    if (!picture) return [];
    const { round, deviceId } = step ?? {};
    const place = [
      round === undefined ? '' : `Round ${round + 1}`,
      isOnSeveral && deviceId !== undefined ? (devices?.get(deviceId) ?? deviceId) : '',
    ];
    return {
      sentence: message,
      step: step && { index: step.index, child: step.child, round, deviceId },
      place: place.filter(Boolean).join(', '),
      masked: { flow, name: picture.name, origin: picture.origin },
      pictures: {
        actual: new Uint8Array(picture.actual),
        expected: copyOf(picture.expected),
        difference: copyOf(picture.difference),
      },
    };
  });
}

// VS Code does not send a Buffer to a page as bytes.
function copyOf(picture: Uint8Array | undefined): Uint8Array | undefined {
  return picture && new Uint8Array(picture);
}
