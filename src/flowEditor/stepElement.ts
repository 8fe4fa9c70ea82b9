import type { StepOutline } from '../appState/stepOutlines.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { stepName } from '../flow/document/stepName.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { elementOfStep } from '../flow/record/elementOfStep.ts';
import { flowDevices } from '../flow/run/trial.ts';
import { sameStep } from '../protocol/flowEdit.ts';
import { stepRuns } from './runOutline.ts';
import type { FlowSources } from './editorServices.ts';
import type { FileAddress } from './flowFile.ts';
import { placedSteps } from './stepCards.ts';

/** Returns the element that a step of a file names on the phone of its flow; undefined if it names none. */
export function outlineOfStep(
  uri: FileAddress,
  document: FlowDocument,
  step: StepPath | undefined,
  { catalog: { catalog }, trialChoices, runs }: Pick<FlowSources, 'catalog' | 'trialChoices' | 'runs'>,
): StepOutline | undefined {
  const placed = step && placedSteps(document).find(known => sameStep(known.step, step));
  const named = placed && elementOfStep(placed.model, catalog)?.named;
  const deviceId = trialChoices.phoneOf(uri, flowDevices(document));
  if (!named || deviceId == null) return undefined;
  const run = runs.of(uri);
  const hasPassed = run && stepRuns(run, document).outline(step.join('.'))?.state === 'succeeded';
  return { deviceId, step: stepName(placed.model, catalog), named, hasPassed: hasPassed === true };
}
