import type { Attempt } from '../contract/records/delivery.ts';
import type { ReceiverTools } from '../appState/received.ts';

/** The functions that other folders receive from this one, which they may not import; loaded on first use. */
export const webhookTools = {
  /** Checks the signature of a delivery that the user pastes. */
  verifyPastedDelivery: async (): Promise<void> =>
    (await import('./verifyDelivery.ts')).verifyPastedDelivery(),
  /** Explains in a sentence whether a delivery attempt was signed with a secret and, if not, why. */
  judgeAttempt: async (attempt: Attempt, secret: string, headerPrefix: string): Promise<string> =>
    (await import('./judgeAttempt.ts')).judgeAttempt(attempt, secret, headerPrefix),
  /** Loads the implementation of the local receiver. */
  loadReceiver: async (): Promise<ReceiverTools> =>
    (await import('./receiver/receiverTools.ts')).receiverTools,
};
