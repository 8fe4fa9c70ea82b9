import type { FailedCheck } from '../appState/failedChecks.ts';
import type { CaseResult } from '../flowTest/runCase.ts';

/** Returns the failed picture checks of a case, with the rounds and devices of those that have several. */
export function failedChecksOf({ failures, steps = [], devices }: CaseResult): readonly FailedCheck[] {
  const isOnSeveral = new Set(steps.flatMap(({ deviceId }) => deviceId ?? [])).size > 1;
  return failures.flatMap(({ message, picture, step }) => {
    if (!picture) return [];
    const { round, deviceId } = step ?? {};
    const place = [
      round === undefined ? '' : `Round ${round + 1}`,
      isOnSeveral && deviceId !== undefined ? (devices?.get(deviceId) ?? deviceId) : '',
    ];
    const { actual, expected, difference } = picture;
    return {
      sentence: message,
      step: step && { index: step.index, child: step.child, round, deviceId },
      place: place.filter(Boolean).join(', '),
      pictures: { actual, expected, difference },
    };
  });
}
