import type { Attempt } from '../contract/records/delivery.ts';
import type { ReceiverTools } from '../host/received.ts';

/** What other rooms are handed of this one, since rooms never import one another; loaded when it is used first. */
export const webhookTools = {
  /** Checks the signature of a delivery that the person pastes. */
  verifyPastedDelivery: async (): Promise<void> =>
    (await import('./verifyDelivery.ts')).verifyPastedDelivery(),
  /** Says in a sentence whether an attempt of a delivery was signed with a secret, and if not why. */
  judgeAttempt: async (attempt: Attempt, secret: string, headerPrefix: string): Promise<string> =>
    (await import('./judgeAttempt.ts')).judgeAttempt(attempt, secret, headerPrefix),
  /** The machinery of the local receiver. */
  loadReceiver: async (): Promise<ReceiverTools> =>
    (await import('./receiver/receiverTools.ts')).receiverTools,
};
