import type { GivenStep } from '../../contributions/command.ts';
import { stepModelAt } from '../../flow/document/flowDocument.ts';
import { elementOfStep } from '../../flow/record/elementOfStep.ts';
import { runStepNumber } from '../../flow/run/runSteps.ts';
import { describeSelector, type Selector, shortId } from '../../flow/selector/selector.ts';
import type { UnnamedPicture } from '../../flowTest/addExpectation.ts';
import { dialogs } from '../../host/dialogs.ts';
import type { Services } from '../commandServices.ts';
import { type TrialTarget, trialTarget } from './trialTarget.ts';

/** Adds a picture of the screen after a step, or of the element that the step names, to the test of a flow file. */
export async function checkPicture(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (!target) return;
  const { file, step } = target;
  if (services.catalog.state.count === 0) await services.catalog.refresh();
  const element = elementOf(services, target);
  const number = runStepNumber(step);
  const picture = element ? await choosePicture(number, element) : SCREEN;
  if (picture) await services.flowTests.expect(picture, { file, step: number });
}

const SCREEN: UnnamedPicture = { title: 'screen' };

/** Returns the selector of a step; undefined if it has none. */
function elementOf({ catalog }: Services, { document, step }: TrialTarget): Selector | undefined {
  const { named } = elementOfStep(stepModelAt(document, step.path), catalog.catalog) ?? {};
  return named?.by === 'selector' && named.isPart !== true ? named.selector : undefined;
}

async function choosePicture(step: string, element: Selector): Promise<UnnamedPicture | undefined> {
  const title = element.text ?? element.description ?? shortId(element.resourceId ?? '');
  const items = [
    { label: 'The Whole Screen Looks the Same…', picture: SCREEN },
    {
      label: 'The Element Looks the Same…',
      description: describeSelector(element),
      picture: { element, title },
    },
  ];
  const picked = await dialogs.showQuickPick(items, {
    title: `Check Picture After Step ${step}`,
    placeHolder: 'Choose what to compare with an accepted picture in the flow test',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.picture;
}
