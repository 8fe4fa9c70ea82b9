import type { GivenStep } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import { askElementParam } from '../../appState/askElementParam.ts';
import type { CatalogAction } from '../../flow/catalog.ts';
import { countSteps } from '../../flow/edit/chosenStep.ts';
import { elementChoices } from '../../flow/record/elementChoices.ts';
import { elementForms, elementPlaces, withElement } from '../../flow/record/elementParams.ts';
import { dialogs } from '../../host/dialogs.ts';
import { trialPhone } from './trialPhone.ts';
import { trialTarget } from './trialTarget.ts';

/**
 * Lets the user pick an element on the device of a flow file and writes it to the parameters of a step, by default the
 * one at the cursor. `param` is the parameter, by default the first that takes an element.
 */
export async function pickElement(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (!target) return;
  const { file, document, step } = target;
  const known = services.catalog.catalog.action(step.facts.actionId ?? '');
  const wanted = given.param;
  const action = known && (await withAnswer(services, known, wanted));
  if (known && !action) return;
  const places = action ? elementPlaces(elementForms(action)) : [];
  const param = places.find(candidate => candidate.path.join('/') === wanted) ?? places[0];
  if (!action || !param) {
    const sentence = action
      ? `“${action.name}” takes no element of the screen.`
      : 'The action of this step is not in the catalog, so its parameters are unknown.';
    void dialogs.showInformationMessage(sentence);
    return;
  }
  const deviceId = await trialPhone(services, file);
  if (deviceId == null) return;
  const { use } = param;
  const choice = await services.devicePanels.pick(deviceId, services.scope, {
    step: step.facts.nameOverride ?? action.name,
    takesPoints: withElement(action, {}, use, { by: 'point', point: { x: 0, y: 0 } }) !== undefined,
    choicesOf: pointed => elementChoices(action, use, pointed),
  });
  if (choice) {
    const chosen = { path: step.path, actionId: action.id, count: countSteps(document) };
    await services.flowEditors.changeParams(file, chosen, params =>
      withElement(action, params, use, choice.named),
    );
  }
  await services.flowEditors.showField(file, step.path, param.path);
}

/**
 * Asks how an action takes an element, if the wanted parameter or, without one, any parameter is not known to; undefined
 * on cancel.
 */
async function withAnswer(
  { actionChoices, session }: Services,
  action: CatalogAction,
  wanted: string | undefined,
): Promise<CatalogAction | undefined> {
  const paths = elementPlaces(elementForms(action)).map(({ path }) => path.join('/'));
  const isKnown = wanted === undefined ? paths.length > 0 : paths.includes(wanted);
  return isKnown ? action : askElementParam(action, actionChoices, session.require().id);
}
