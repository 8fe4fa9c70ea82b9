import type { CatalogAction } from '../catalog.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { PASSCODE, PASSCODE_MEMBERS } from '../run/passcodes.ts';

/** Returns a typed passcode without spaces and hyphens; undefined for a text that is none. */
export function toPasscode(text: string): string | undefined {
  const trimmed = text.trim();
  // Words are typed more often than codes of letters alone.
  return /\d/.test(trimmed) && PASSCODE.test(trimmed) ? trimmed.replaceAll(/[ -]/g, '') : undefined;
}

/**
 * Returns the member of the output of an action that has the passcode. `learned` is a schema of outputs that runs have
 * shown. Undefined if neither names one.
 */
export function passcodeMember(action: CatalogAction, learned: object | undefined): string | undefined {
  const names = [action.outputSchema, learned].flatMap(schema => {
    const properties = memberOf(schema, 'properties');
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return PASSCODE_MEMBERS.find(member => names.includes(member));
}
