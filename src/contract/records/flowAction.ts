import * as z from 'zod';
import { Limits } from '../limits.ts';
import { OpenObject, record, Timestamp, Uuid } from '../scalars.ts';

/** What an entry changes of its action: one field, `params` (spec 2.2). */
export const Overrides = z.looseObject({ params: OpenObject.optional() });

const step = {
  actionId: Uuid,
  position: z.int().min(0),
  continueOnError: z.boolean().optional(),
  nameOverride: z.string().nullish(),
  overrides: Overrides.nullish(),
};

/** A child entry: as an entry, without children of its own (spec 2.2). */
export const FlowActionChild = z.looseObject(step).refine(child => child['children'] === undefined, {
  path: ['children'],
  error: 'a child has no children of its own',
});
/** A child entry: as an entry, without children of its own (spec 2.2). */
export type FlowActionChild = z.output<typeof FlowActionChild>;

/** One step of a flow as it is sent: an action, its place and what differs from the action (spec 2.2). */
export const FlowActionEntry = z.looseObject({
  ...step,
  children: z.array(FlowActionChild).optional(),
});
/** One step of a flow as it is sent (spec 2.2). */
export type FlowActionEntry = z.output<typeof FlowActionEntry>;

/** Body that adds one step, at the top or below a parent (wire facts 3). */
export const AddFlowAction = z.looseObject({
  ...FlowActionEntry.shape,
  parentFlowActionId: Uuid.nullish(),
});

/** Body that replaces every step; positions must be unique among siblings (wire facts 3). */
export const ReplaceFlowActions = z.looseObject({
  actions: z.array(FlowActionEntry).min(Limits.flowActions.min),
});

/** One step of a flow as it is answered: flat, children name their parent (wire facts 3). */
export const FlowAction = record(
  { id: Uuid, actionId: z.string(), position: z.int() },
  {
    flowId: Uuid,
    parentFlowActionId: Uuid,
    nameOverride: z.string(),
    continueOnError: z.boolean(),
    overrides: record({}, { params: OpenObject }),
    createdAt: Timestamp,
  },
);
/** One step of a flow as it is answered (wire facts 3). */
export type FlowAction = z.output<typeof FlowAction>;
