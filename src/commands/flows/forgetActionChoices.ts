import { dialogs } from '../../host/dialogs.ts';
import type { FlowServices } from './flowServices.ts';

/** Forgets the answers about actions of the connection, so that recording and picking ask again. */
export async function forgetActionChoices({ session, actionChoices }: FlowServices): Promise<void> {
  const { id, name } = session.require();
  const count = await actionChoices.forget(id);
  const what = count === 1 ? '1 choice' : `${count} choices`;
  void dialogs.showInformationMessage(
    count === 0
      ? `No choices for recording and picking are stored for the connection “${name}”.`
      : `Forgot ${what} for the connection “${name}”. Recording and picking ask again.`,
  );
}
