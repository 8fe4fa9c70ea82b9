import * as z from 'zod';

/** The HTTP status of an injected response. */
const status = z.int().min(200).max(599);

/** A difference between two versions of an app that shows the same. */
export const LayoutChange = z.enum(['moved', 'renamed', 'regrouped', 'translated', 'resized', 'withoutIds']);
export type LayoutChange = z.output<typeof LayoutChange>;

/**
 * Apps in another layout: content at other positions, with other resource IDs or none, in other groups, in another
 * language, or at another display size. Applies to the screens of a device, or of every device.
 */
const layoutFault = z.looseObject({
  kind: z.literal('layout'),
  changes: z.array(LayoutChange).min(1),
  /** The language of `translated`; German by default. */
  language: z.enum(['de', 'pt']).optional(),
  /** The seed of all choices; 1 by default. */
  seed: z.int().min(0).max(4_294_967_295).optional(),
  deviceId: z.string().min(1).optional(),
});
export type LayoutFault = z.output<typeof layoutFault>;

/**
 * Apps that load: for a time after each change of their screen, they show a progress indicator, and then the content moves
 * into its position. Applies to the screens of a device, or of every device.
 */
const slowScreenFault = z.looseObject({
  kind: z.literal('slowScreen'),
  /** The time until the content stands still, in milliseconds of sandbox time before the time scale. */
  milliseconds: z.int().min(0).max(120_000),
  deviceId: z.string().min(1).optional(),
});
export type SlowScreenFault = z.output<typeof slowScreenFault>;

/** A fault of the screens of devices. */
export type ScreenFault = LayoutFault | SlowScreenFault;

/**
 * A fault to inject: latency in milliseconds, a response with any status, a connection closed before or during the
 * response, a malformed JSON body, an HTML page, an empty body, or a JSON body with one field changed; or apps in
 * another layout, or that load slowly.
 */
export const Fault = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('latency'), milliseconds: z.int().min(0).max(120_000) }),
  z.looseObject({
    kind: z.literal('status'),
    status,
    /** A JSON body; the operation's error body by default. */
    body: z.unknown().optional(),
    /** Extra headers such as `retry-after`; those that frame the response are not allowed. */
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
    /** A dotted path in the success body; `*` matches every entry of a list, as in `items.*.name`. */
    at: z.string().min(1),
    change: z.enum(['missing', 'null', 'wrongType', 'unknownValue']),
  }),
  layoutFault,
  slowScreenFault,
]);
export type Fault = z.output<typeof Fault>;

/**
 * A rule that selects the responses to spoil: those of an operation, of a path (`*` matches one segment, `**` any
 * number), or all; with a probability and a maximum count. The rule of a fault of screens selects no responses.
 */
export const FaultRule = z.looseObject({
  /** A display name without effect. */
  name: z.string().max(80).optional(),
  operation: z.string().min(1).optional(),
  path: z.string().startsWith('/').optional(),
  probability: z.number().min(0).max(1).optional(),
  times: z.int().min(1).optional(),
  fault: Fault,
});
export type FaultRule = z.output<typeof FaultRule>;

/** An active rule, with the number of responses that it spoiled. */
export const ActiveFault = FaultRule.extend({ id: z.string(), used: z.int() });
export type ActiveFault = z.output<typeof ActiveFault>;
