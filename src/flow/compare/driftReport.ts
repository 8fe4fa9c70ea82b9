import { code } from '../../util/markdown.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import type { FlowDifference } from './difference.ts';
import { describeDifference, type NameOf } from './differenceText.ts';
import type { Drift, DriftSide, Prediction } from './drift.ts';

const SIDES: Readonly<Record<DriftSide, string>> = {
  none: 'The file and the flow match.',
  file: 'The file has changed since it was last deployed.',
  service: 'The flow has changed on the service since the file was last deployed.',
  both: 'Both the file and the flow have changed since the file was last deployed.',
  unknown: 'They differ. It is not known which of them changed.',
};

const PREDICTIONS: Readonly<Record<Prediction, string>> = {
  valid: 'passes with the last verification',
  changed:
    'is refused (`verification_invalid`), because the trigger or the steps are not those that were verified',
  never: 'needs a verification; none is known',
};

/** Formats a drift as a Markdown document. */
export function formatDriftReport(path: string, flowName: string, drift: Drift, nameOf?: NameOf): string {
  const { differences, side, activation, afterUpdate, unverifiedSteps } = drift;
  const numbers = unverifiedSteps.map(number => `${number}`).join(', ');
  return markdownDocument([
    `# ${code(path)} and the flow “${escapeLine(flowName)}”`,
    SIDES[side],
    '## What an update from the file changes',
    differences.length === 0
      ? 'Nothing.'
      : differences.map(difference => formatBullet(difference, nameOf)).join('\n'),
    '## Verification',
    [
      `- Activating the flow as it is ${PREDICTIONS[activation]}.`,
      ...(differences.length === 0
        ? []
        : [`- Activating it after an update from the file ${PREDICTIONS[afterUpdate]}.`]),
      ...(numbers === '' ? [] : [`- Not as they were verified: step ${numbers}.`]),
    ].join('\n'),
  ]);
}

function formatBullet(difference: FlowDifference, nameOf: NameOf | undefined): string {
  const mark = difference.graph ? ' (needs a new verification)' : '';
  return `- ${escapeLine(describeDifference(difference, nameOf))}${mark}`;
}
