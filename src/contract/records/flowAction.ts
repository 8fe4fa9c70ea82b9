import * as z from 'zod';
import { Limits, RESERVED_STEP_KEYS, STEP_KEY_FORM } from '../limits.ts';
import { OpenObject, record, Timestamp, Uuid } from '../scalars.ts';

/** The overrides of a step: only `params` (spec 2.2). */
const Overrides = z.looseObject({ params: OpenObject.optional() });

/** The key of a step, by which expressions read it; unique in a flow, children included (wire facts 18). */
const StepKey = z
  .string()
  .regex(STEP_KEY_FORM)
  .refine(key => !RESERVED_STEP_KEYS.includes(key), { error: 'is a reserved word' });

const step = {
  actionId: Uuid,
  key: StepKey.nullish(),
  position: z.int().min(0),
  continueOnError: z.boolean().optional(),
  nameOverride: z.string().nullish(),
  overrides: Overrides.nullish(),
  recordingEnabled: z.boolean().optional(),
};

/** A child step, which has no children of its own (spec 2.2). */
export const FlowActionChild = z.looseObject(step).refine(child => child['children'] === undefined, {
  path: ['children'],
  error: 'a child has no children of its own',
});
export type FlowActionChild = z.output<typeof FlowActionChild>;

/** A step of a flow in requests: an action, its position and its overrides (spec 2.2). */
export const FlowActionEntry = z.looseObject({
  ...step,
  children: z.array(FlowActionChild).optional(),
});
export type FlowActionEntry = z.output<typeof FlowActionEntry>;

/** A step of a flow to check whose action is not created yet (wire facts 3). */
export const DraftEntry = z.looseObject({
  draft: z.looseObject({
    service: z.string().min(1),
    method: z.string().min(1),
    name: z.string().min(1),
    params: OpenObject.optional(),
  }),
  key: step.key,
  position: step.position,
  continueOnError: step.continueOnError,
  nameOverride: step.nameOverride,
  overrides: step.overrides,
  recordingEnabled: step.recordingEnabled,
});
export type DraftEntry = z.output<typeof DraftEntry>;

/** The body that adds a step, at the top level or below a parent (wire facts 3). */
export const AddFlowAction = z.looseObject({
  ...FlowActionEntry.shape,
  parentFlowActionId: Uuid.nullish(),
});

/** The body that replaces all steps; each has a key, and positions are unique among siblings (wire facts 3, 18). */
export const ReplaceFlowActions = z.looseObject({
  actions: z.array(FlowActionEntry).min(Limits.flowActions.min),
});

/** A step of a flow in replies: in a flat list, where children name their parent (wire facts 3). */
export const FlowAction = record(
  { id: Uuid, actionId: z.string(), position: z.int() },
  {
    flowId: Uuid,
    parentFlowActionId: Uuid,
    key: z.string(),
    nameOverride: z.string(),
    continueOnError: z.boolean(),
    overrides: record({}, { params: OpenObject }),
    createdAt: Timestamp,
    /** True if the step is recorded in a flow that records selected steps. */
    recordingEnabled: z.boolean(),
  },
);
export type FlowAction = z.output<typeof FlowAction>;
