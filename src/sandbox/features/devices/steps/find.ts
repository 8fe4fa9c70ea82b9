import type { Role } from '../../../../flow/selector/selector.ts';
import { showSpaces } from '../../../../util/showSpaces.ts';
import { toError } from '../../../../util/errors.ts';
import { boundedMatch } from '../../../runtime/boundedMatch.ts';
import { findElements, type FoundElement, type PhoneSelector } from '../../../phone/elements.ts';
import { StepFailure } from '../../../runtime/step.ts';
import { reachPhone } from '../reachPhone.ts';
import { describeShown, settle } from './settle.ts';
import type { DeviceCall } from './onDevice.ts';

/** The parameters of a step that can find its element in another way. */
export interface FallbackParams {
  /** Used if the first selector matches nothing. */
  readonly fallback?: PhoneSelector;
}

/** Returns the first element on a display that matches a selector or else the fallback, or undefined. Rejects like `reachPhone`. */
export async function findElement(
  { service, deviceId, run, signal, params: { fallback } }: DeviceCall<FallbackParams>,
  first: PhoneSelector,
  displayId = 0,
): Promise<FoundElement | undefined> {
  const { driver, display } = await reachPhone(service, { deviceId, displayId }, signal);
  const tree = await driver.tree(display.id, { signal });
  for (const selector of fallback ? [first, fallback] : [first]) {
    const [found] = findElements(tree, selector);
    if (!found) continue;
    run.note({ kind: 'target', target: { bounds: { ...found.bounds }, text: found.text, selector } });
    return found;
  }
  return undefined;
}

/**
 * Waits until the screen has settled, and returns the first element as `findElement` does. Throws StepFailure `logic` if
 * there is none.
 */
export async function requireElement(
  call: DeviceCall<FallbackParams>,
  selector: PhoneSelector,
  displayId = 0,
): Promise<FoundElement> {
  const isSettled = await settle(call, displayId);
  const found = await findElement(call, selector, displayId);
  if (found) return found;
  const { fallback } = call.params;
  const other = fallback ? ` or ${describePhoneSelector(fallback)}` : '';
  const why = isSettled ? '' : ` It was still loading. ${await describeShown(call, displayId)}`;
  throw new StepFailure(
    'logic',
    `No element ${describePhoneSelector(selector)}${other} is on the screen.${why}`,
  );
}

/** Describes a selector in words, such as `with the text “Sign in”`. */
export function describePhoneSelector(selector: PhoneSelector): string {
  switch (selector.by) {
    case 'text':
      return `with the text “${showSpaces(selector.text)}”${selector.exact === false ? ' in it' : ''}${kindOf(selector)}`;
    case 'resourceId':
      return `with the resource id ${selector.resourceId}`;
    case 'description':
      return `with the description “${showSpaces(selector.description)}”${kindOf(selector)}`;
    case 'near':
      return `near the text “${showSpaces(selector.near)}”${kindOf(selector)}`;
  }
}

function kindOf({ role }: { readonly role?: Role }): string {
  return role === undefined ? '' : ` and the role ${role}`;
}

/** Matches a step's pattern against a text. Throws StepFailure `client_error` if it is invalid or takes too long. */
export function matchPattern(
  text: string,
  pattern: string,
  parameter: string,
  flags = 'u',
): RegExpMatchArray | null {
  try {
    return boundedMatch(pattern, text, flags);
  } catch (error) {
    throw new StepFailure('client_error', `${parameter}: ${toError(error).message}`);
  }
}
