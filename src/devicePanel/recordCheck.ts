import {
  checkChoices,
  checkStepFor,
  pictureChoices,
  type RecordedChoice,
  type ElementOnScreen,
  waitChoices,
} from '../flow/record/elementExpectations.ts';
import type { PointedElement } from '../flow/record/elementChoices.ts';
import { addToTest, newPicture, withText } from './addElementCheck.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';
import type { Recorder } from './recorder.ts';

/** A choice with the element that it is for. */
type ChosenCheck = RecordedChoice & { readonly of: ElementOnScreen };

/**
 * Lets the user click an element and choose what to check of it or what to wait for, and adds the step to the recording.
 * Ends the mode if it is on already.
 */
export async function addToRecording(
  session: DevicePanelSession,
  services: PanelServices,
  recorder: Recorder,
  mode: 'check' | 'wait',
): Promise<void> {
  const before = session.picker.state?.mode;
  session.picker.cancel();
  if (before === mode) return;
  const actions = services.catalog.catalog.searchActions('', Infinity);
  const choicesOf = ({ screen, element }: PointedElement): readonly ChosenCheck[] => {
    if (!screen || !element) return [];
    const of = { screen, element };
    const found =
      mode === 'check'
        ? [...checkChoices(of, actions), ...pictureChoices(of)]
        : waitChoices(of, session.screen.display, actions);
    return found.map(choice => ({ ...choice, of }));
  };
  const step = mode === 'check' ? 'Check' : 'Wait';
  const chosen = await session.pick({ step, takesPoints: false, mode, choicesOf });
  if (!chosen) return;
  const { adds, of } = chosen;
  if (adds.kind === 'wait') {
    await recorder.addWait(adds.wait);
    return;
  }
  if (adds.kind === 'picture') {
    await addToTest(services, newPicture(of, adds.of), recorder);
    return;
  }
  const { expected } = adds;
  const asked = expected.check === 'textContains' ? await withText(expected, of) : expected;
  const added = asked && checkStepFor(of, actions, asked);
  if (added) await recorder.addCheck(added.step);
}
