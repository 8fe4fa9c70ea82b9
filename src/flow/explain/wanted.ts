import type { TraceElement, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import { isObject } from '../../util/isObject.ts';
import type { ParamFix } from '../run/runSteps.ts';
import { hasProperty } from '../selector/hasProperty.ts';
import { type Role, roleOf, ROLES } from '../selector/selector.ts';
import { quoted } from './explanation.ts';

/** The element or text that a step looks for. */
export interface Wanted {
  readonly by: 'text' | 'resourceId' | 'description';
  readonly value: string;
  readonly isExact: boolean;
  /** The kind of the element; undefined for any. */
  readonly role?: Role | undefined;
  /** The parameter that holds the selector, or the text itself. */
  readonly param: 'target' | 'element' | 'contains';
}

/** Matches texts in which a secret may be hidden. */
const MASKED = /•{2}/;

/** Returns the element or text that a step looks for; undefined if it looks for none. */
export function wantedBy({ method, params }: TraceStep): Wanted | undefined {
  const param = params?.['target'] == null ? 'element' : 'target';
  const selector = params?.[param];
  if (isObject(selector)) {
    const { by } = selector;
    if (by !== 'text' && by !== 'resourceId' && by !== 'description') return undefined;
    const value = selector[by];
    const role = ROLES.find(known => known === selector['role']);
    return typeof value === 'string'
      ? { by, value, isExact: selector['exact'] !== false, role, param }
      : undefined;
  }
  const contains = method === 'device.assertText' ? params?.['contains'] : undefined;
  return typeof contains === 'string'
    ? { by: 'text', value: contains, isExact: false, param: 'contains' }
    : undefined;
}

/**
 * Returns the change that makes a step look for another element or text; undefined if an expression decides what it looks
 * for, or if a secret is hidden in it.
 */
export function fixFor(
  { values }: TraceStep,
  { param, role }: Wanted,
  by: Wanted['by'],
  value: string,
): ParamFix | undefined {
  if (MASKED.test(value) || (values ?? []).some(({ path }) => path[0] === param)) return undefined;
  if (param === 'contains') return { path: [param], value };
  return { path: [param], value: { by, [by]: value, ...(role && by !== 'resourceId' ? { role } : {}) } };
}

/** True if an element is the wanted one. */
export function isWanted(element: TraceElement, wanted: Wanted): boolean {
  const { by, value, isExact } = wanted;
  return hasProperty(element, by, value, isExact || by !== 'text') && hasWantedRole(element, wanted);
}

/** True if an element is of the wanted kind. */
export function hasWantedRole({ className }: TraceElement, { role }: Pick<Wanted, 'role'>): boolean {
  return role === undefined || hasProperty({ role: roleOf(className, false, false) }, 'role', role);
}

/** Returns the wanted element of a screen, visible or not. */
export function findWanted(screen: TraceScreen | undefined, wanted: Wanted): TraceElement | undefined {
  return screen?.elements?.find(element => isWanted(element, wanted));
}

/** Says that nothing matches, such as `No element says “Sign in”.` */
export function describeMissing({ by, value, isExact, role = 'element' }: Wanted): string {
  switch (by) {
    case 'text':
      if (isExact) return `No ${role} says ${quoted(value)}.`;
      return `No text ${role === 'element' ? 'on the screen' : `of a ${role}`} contains ${quoted(value)}.`;
    case 'resourceId':
      return `No element has the resource ID ${quoted(value)}.`;
    case 'description':
      return `No ${role} is described as ${quoted(value)}.`;
  }
}
