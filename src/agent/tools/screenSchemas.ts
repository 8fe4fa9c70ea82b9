import * as z from 'zod';
import { ROLES } from '../../flow/selector/selector.ts';
import { Marked } from '../marked.ts';

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
  text: z.string().min(1).max(1000).exactOptional(),
  description: z.string().min(1).max(1000).exactOptional(),
  resourceId: z.string().min(1).max(1000).exactOptional(),
  role: z.enum(ROLES).exactOptional(),
};

const Criteria = z.strictObject(criteria);

/** The way to find an element on a screen; at least one of the first four members is needed. */
export const SelectorInput = z
  .strictObject({
    ...criteria,
    within: Criteria.exactOptional(),
    near: Criteria.exactOptional(),
    index: z.int().min(0).exactOptional(),
  })
  .refine(
    ({ text, description, resourceId, role }) =>
      [text, description, resourceId, role].some(value => value !== undefined),
    'Give a text, description, resourceId or role.',
  );
