import * as z from 'zod';
import type { Role, Selector } from '../../flow/selector/selector.ts';
import { Marked } from '../marked.ts';

const ROLES = [
  ...['button', 'field', 'checkbox', 'switch', 'radio', 'image', 'text', 'list', 'slider', 'element'],
] as const satisfies readonly Role[];

/** An element on a screen. */
export const ScreenLine = z.object({
  role: z.string(),
  text: Marked.optional(),
  description: Marked.optional(),
  resourceId: Marked.optional(),
  center: z.array(z.number()).length(2),
  tappable: z.literal(true).optional(),
  checked: z.literal(true).optional(),
  focused: z.literal(true).optional(),
  disabled: z.literal(true).optional(),
  password: z.literal(true).optional(),
});

const criteria = {
  text: z.string().min(1).max(1000).optional(),
  description: z.string().min(1).max(1000).optional(),
  resourceId: z.string().min(1).max(1000).optional(),
  role: z.enum(ROLES).optional(),
};

const Criteria = z.object(criteria).meta({ id: 'Criteria' });

/** The way to find an element on a screen; at least one of the first four members is needed. */
export const ElementSelector = z
  .object({
    ...criteria,
    within: Criteria.optional(),
    near: Criteria.optional(),
    index: z.int().min(0).optional(),
  })
  .refine(
    ({ text, description, resourceId, role }) =>
      [text, description, resourceId, role].some(value => value !== undefined),
    'Give a text, description, resourceId or role.',
  );

/** Returns a selector without undefined members. */
export function toSelector({ within, near, ...own }: z.output<typeof ElementSelector>): Selector {
  return {
    ...defined(own),
    ...(within ? { within: defined(within) } : {}),
    ...(near ? { near: defined(near) } : {}),
  };
}

function defined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
