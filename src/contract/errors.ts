import * as z from 'zod';
import { MAILBOX_REASONS } from './mailboxReasons.ts';
import { openEnum, record } from './scalars.ts';

/** API error envelope, the body of 401 and 500 (spec 7.1); the wait is in seconds. */
export const ApiErrorEnvelope = record(
  { code: z.string(), message: z.string() },
  { details: z.unknown(), retryAfterSeconds: z.number(), traceId: z.string() },
);
/** API error envelope (spec 7.1). */
export type ApiErrorEnvelope = z.output<typeof ApiErrorEnvelope>;

/** Mailbox error body and its envelope form with wait and trace (spec 7.1); unknown reasons are kept. */
export const MailboxError = record(
  { code: openEnum(MAILBOX_REASONS), message: z.string() },
  { retryAfterSeconds: z.number(), traceId: z.string() },
);

/** Device error model: the problem form with a list of locations (spec 7.1). */
export const DeviceError = record(
  {},
  {
    $schema: z.string(),
    detail: z.string(),
    errors: z.array(record({}, { location: z.string(), message: z.string(), value: z.unknown() })),
    instance: z.string(),
    status: z.int(),
    title: z.string(),
    type: z.string(),
  },
);
/** Device error model (spec 7.1). */
export type DeviceError = z.output<typeof DeviceError>;

/** Flow error body; the codes named are `flow_not_found` and `verification_invalid` (spec 4.5, 7.1). */
export const FlowError = record(
  { code: openEnum(['flow_not_found', 'verification_invalid']), message: z.string() },
  {},
);

/** Plain error body of apps and mailbox messages (spec 7.1). */
export const PlainError = record({ error: z.string() }, {});

/** The schema of each error model, by the name that operations carry (spec 7.1). */
export const ErrorBodies = {
  api: ApiErrorEnvelope,
  mailbox: MailboxError,
  device: DeviceError,
  flow: FlowError,
  plain: PlainError,
} as const;
