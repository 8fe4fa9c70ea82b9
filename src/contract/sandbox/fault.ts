import * as z from 'zod';

/** HTTP status of an injected answer. */
const status = z.int().min(200).max(599);

/**
 * What goes wrong: time is lost (milliseconds), an answer of any status, a connection cut before or in the
 * middle of the answer, a body that is no JSON, a page, nothing, or a JSON body with one field changed.
 */
export const Fault = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('latency'), milliseconds: z.int().min(0).max(120_000) }),
  z.looseObject({
    kind: z.literal('status'),
    status,
    /** JSON body; without it the error body of the operation. */
    body: z.unknown().optional(),
    /** Such as `retry-after`; the framing of the answer is not to be touched. */
    headers: z
      .record(
        z.string().regex(/^(?!(content-length|transfer-encoding|connection)$)[\w-]+$/i),
        z.string().regex(/^[\x20-\x7E]*$/),
      )
      .optional(),
  }),
  z.looseObject({ kind: z.literal('reset') }),
  z.looseObject({ kind: z.literal('halfBody') }),
  z.looseObject({ kind: z.literal('malformedJson') }),
  z.looseObject({ kind: z.literal('html'), status: status.optional() }),
  z.looseObject({ kind: z.literal('emptyBody') }),
  z.looseObject({
    kind: z.literal('field'),
    /** Dotted path in the success body; `*` means every entry of a list, as in `items.*.name`. */
    at: z.string().min(1),
    change: z.enum(['missing', 'null', 'wrongType', 'unknownValue']),
  }),
]);
/** What goes wrong with an answer. */
export type Fault = z.output<typeof Fault>;

/**
 * Which answers go wrong: those of an operation, of a path (`*` stands for a segment, `**` for any number), or
 * all; each with a probability, and so many times at most.
 */
export const FaultRule = z.looseObject({
  /** What people call it; changes nothing. */
  name: z.string().max(80).optional(),
  operation: z.string().min(1).optional(),
  path: z.string().startsWith('/').optional(),
  probability: z.number().min(0).max(1).optional(),
  times: z.int().min(1).optional(),
  fault: Fault,
});
/** Which answers go wrong, and how. */
export type FaultRule = z.output<typeof FaultRule>;

/** A rule that is in force, with the number of answers that it spoilt. */
export const ActiveFault = FaultRule.extend({ id: z.string(), used: z.int() });
/** A rule that is in force. */
export type ActiveFault = z.output<typeof ActiveFault>;
