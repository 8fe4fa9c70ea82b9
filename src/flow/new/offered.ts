import type { Mailbox } from '../../contract/records/mailbox.ts';
import type { NamedReference } from '../catalog.ts';

/** Returns triggers in the order in which a new flow offers them: those that fire only when somebody wants it come first. */
export function offeredTriggers(triggers: readonly NamedReference[]): readonly NamedReference[] {
  return triggers.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Returns the trigger of a new flow for which the user has chosen none: one that is fired by hand. */
export function triggerByHand(triggers: readonly NamedReference[] = []): NamedReference | undefined {
  return triggers.find(trigger => rankOf(trigger) === 0);
}

// One with a schema needs a payload.
function rankOf({ activation, payloadSchema }: NamedReference): number {
  return activation === 'custom' ? Number(payloadSchema !== undefined) : 2;
}

/** Returns mailboxes in the order in which a new flow offers them: those that can receive the most messages come first. */
export function offeredMailboxes<T extends Pick<Mailbox, 'inboundMessages'>>(
  mailboxes: readonly T[],
): readonly T[] {
  return mailboxes.toSorted((one, other) => compareDescending(messagesLeft(one), messagesLeft(other)));
}

/** Returns the number of messages that a mailbox can still receive; infinite without a quota. */
export function messagesLeft({ inboundMessages }: Pick<Mailbox, 'inboundMessages'>): number {
  if (inboundMessages?.exhausted === true) return 0;
  if (inboundMessages?.included == null) return Infinity;
  return Math.max(0, inboundMessages.included - (inboundMessages.used ?? 0));
}

function compareDescending(one: number, other: number): number {
  return one === other ? 0 : one < other ? 1 : -1;
}
