import { counted } from '../util/counted.ts';
import { readMessages, WITH_PASSCODE } from '../stores/mailboxStore.ts';
import { reportFailure } from '../appState/report.ts';
import type { PayloadOffer } from '../flow/record/payloadOffers.ts';
import { dialogs } from './questions.ts';
import type { Client } from '../client/client.ts';
import { queryOfPage, readListPage } from '../stores/readListPage.ts';
import { passcodeOf } from '../util/passcodes/passcode.ts';
import { chooseActions } from './chooseActions.ts';
import type { PanelServices } from './panelServices.ts';
import type { RecorderWindow } from './recorder.ts';

/** The number of mailboxes that are searched for a typed passcode. */
const MAX_MAILBOXES = 20;
const SEARCH_MS = 5000;

/** Returns the parts of the VS Code window that a recorder uses. */
export function recorderWindow(services: PanelServices): RecorderWindow {
  const { recordings, catalog, actionChoices, log } = services;
  return {
    recordings,
    actions: () => catalog.catalog.searchActions('', Infinity),
    chooseActions: (inputs, connection) => chooseActions(inputs, catalog, actionChoices, connection.id),
    learnedOutput: id => catalog.catalog.learnedOutput?.(id),
    findMailbox: (passcode, openClient) => findMailbox(passcode, openClient).catch(() => undefined),
    pickChoice: async (step, choices) => {
      const items = choices.map(choice => ({
        label: `$(${choice.isUnique ? 'pass' : 'warning'}) ${choice.label}`,
        description: choice.detail,
        choice,
      }));
      const picked = await dialogs.showQuickPick(items, {
        title: `Change Selector: ${step}`,
        placeHolder: 'Choose how the step finds its element',
        // The panel of the device takes the focus when it is used.
        ignoreFocusOut: true,
      });
      return picked?.choice;
    },
    pickOffers: async offers => {
      const items = offers.map(offer => ({ ...describeOffer(offer), picked: true, offer }));
      const picked = await dialogs.showQuickPick(items, {
        title: 'Use Typed Values from the Payload',
        placeHolder: 'The chosen values are read from the payload of the trigger',
        canPickMany: true,
        ignoreFocusOut: true,
      });
      return (picked ?? []).map(({ offer }) => offer);
    },
    askForOffers: async count => {
      const values = count === 1 ? 'A typed value' : `${count} typed values`;
      const sentence = `${values} could come from the payload of the trigger, so that runs can use other values.`;
      const review = 'Review…';
      return (await dialogs.showInformationMessage(sentence, review)) === review;
    },
    tell: sentence => void dialogs.showWarningMessage(sentence),
    report: error => void reportFailure(error, log),
  };
}

function describeOffer({ field, value, keys }: PayloadOffer): {
  readonly label: string;
  readonly description: string;
} {
  const count = counted(keys.length, 'step');
  return { label: field, description: `“${value}” in ${count}` };
}

/** Returns the ID of the mailbox whose newest messages contain a passcode. */
async function findMailbox(passcode: string, openClient: () => Promise<Client>): Promise<string | undefined> {
  const client = await openClient();
  const signal = AbortSignal.timeout(SEARCH_MS);
  const listed = client.listMailboxes({ query: queryOfPage(undefined, MAX_MAILBOXES) }, { signal });
  const ids = (await readListPage(listed)).items.slice(0, MAX_MAILBOXES).map(({ id }) => id);
  const found = await Promise.all(
    ids.map(async id => {
      const { items } = await readMessages(client, id, WITH_PASSCODE, undefined, signal);
      return items.some(message => passcodeOf(message)?.replaceAll('-', '') === passcode);
    }),
  );
  return ids[found.indexOf(true)];
}
