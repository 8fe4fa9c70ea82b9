import type { FlowDifference } from './difference.ts';
import { differenceText } from './differenceText.ts';
import type { Drift, DriftSide, Prediction } from './drift.ts';

const SIDES: Readonly<Record<DriftSide, string>> = {
  none: 'The file and the flow mean the same.',
  file: 'The file has changed since it was last brought to the service.',
  service: 'The flow has changed on the service since the file was last brought to it.',
  both: 'Both the file and the flow have changed since the file was last brought to the service.',
  unknown: 'They differ; which of them changed is not known.',
};

const PREDICTIONS: Readonly<Record<Prediction, string>> = {
  valid: 'passes with the last verification',
  changed:
    'is refused (`verification_invalid`), because the trigger or the steps are not those that were verified',
  never: 'needs a verification; none is known',
};

/** A drift as a Markdown document for people. */
export function driftReport(path: string, flowName: string, drift: Drift): string {
  const { differences, side, activation, afterUpdate, unverifiedSteps } = drift;
  const numbers = unverifiedSteps.map(number => `${number}`).join(', ');
  return [
    `# ${path} and the flow “${flowName}”`,
    SIDES[side],
    '## What an update from the file changes',
    differences.length === 0 ? 'Nothing.' : differences.map(bullet).join('\n'),
    '## Verification',
    [
      `- Activating the flow as it is ${PREDICTIONS[activation]}.`,
      ...(differences.length === 0
        ? []
        : [`- Activating it after an update from the file ${PREDICTIONS[afterUpdate]}.`]),
      ...(numbers === '' ? [] : [`- Not as they were verified: step ${numbers}.`]),
    ].join('\n'),
    '',
  ].join('\n\n');
}

/** The drift in a few words beside a name, or nothing where all is in step. */
export function driftWords({
  differences,
  activation,
}: Pick<Drift, 'differences' | 'activation'>): readonly string[] {
  return [
    ...(differences.length > 0 ? ['differs from its file'] : []),
    ...(activation === 'changed' ? ['changed since verified'] : []),
  ];
}

function bullet(difference: FlowDifference): string {
  const mark = difference.graph ? ' (needs a new verification)' : '';
  return `- ${differenceText(difference)}${mark}`;
}
