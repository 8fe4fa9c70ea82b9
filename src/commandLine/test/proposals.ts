import * as z from 'zod';

const Box = z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() });
const Place = z.object({
  /** The ID of the screen in the evidence of the run. */
  screen: z.string(),
  /** In device pixels; absent for an element that has to be scrolled to. */
  box: Box.optional(),
});
const Element = z.object({
  resourceId: z.string().exactOptional(),
  description: z.string().exactOptional(),
  text: z.string().exactOptional(),
});

const ProposedRepair = z.object({
  /** The indexes of the step in the file, from 0: the entry of `actions` and, for a child, that of its `children`. */
  path: z.union([z.tuple([z.int()]), z.tuple([z.int(), z.int()])]),
  from: Element,
  /** True if part of the text in any letter case is enough. */
  isPart: z.boolean(),
  to: Element,
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** A sentence. */
  reason: z.string(),
  before: Place,
  now: Place,
});
export type ProposedRepair = z.output<typeof ProposedRepair>;

const Proposal = z.object({
  /** The path as given by the user, or below a given folder. */
  file: z.string(),
  case: z.string(),
  /** The repair of the failed step, followed by those of the steps that the same change has broken. */
  repairs: z.array(ProposedRepair).min(1),
  /** Less likely repairs of the failed step. */
  alternatives: z.array(ProposedRepair),
});
export type Proposal = z.output<typeof Proposal>;

/** The content of a file of proposals. */
export const ProposalFile = z.object({ version: z.literal(1), proposals: z.array(Proposal) });
export type ProposalFile = z.output<typeof ProposalFile>;
