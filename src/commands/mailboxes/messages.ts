import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { dialogs } from '../../host/dialogs.ts';
import { plainText } from '../../util/plainText.ts';
import { masked } from '../reports/masked.ts';
import { linesOf } from '../lineArgument.ts';
import { messageReport } from '../reports/messageReport.ts';
import type { MailboxServices } from './mailboxServices.ts';

/** Opens a message as a report, without secrets and passcodes. */
export async function showMessage({ documents }: MailboxServices, argument?: unknown): Promise<void> {
  const [line] = linesOf('message', argument);
  if (!line) {
    void dialogs.showInformationMessage('Select a message in the Mailboxes view first.');
    return;
  }
  const shown = masked<MailboxMessage>(line.record);
  const name = `${plainText(shown.subject || 'Message')}.md`;
  await documents.openMarkdown(`message/${shown.id}`, name, messageReport(shown));
}
