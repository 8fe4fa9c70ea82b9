import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { plainText } from '../../util/plainText.ts';
import { masked } from '../reports/reportBlocks.ts';
import { forLine } from '../lineArgument.ts';
import { messageReport } from '../reports/messageReport.ts';
import type { MailboxServices } from './mailboxServices.ts';

const HINT = 'Select a message in the Mailboxes view first.';

/** Opens a message as a report, without secrets and passcodes. */
export const showMessage = forLine<MailboxServices>('message', HINT, async ({ documents }, record) => {
  const shown = masked<MailboxMessage>(record);
  const name = `${plainText(shown.subject || 'Message')}.md`;
  await documents.openMarkdown(`message/${shown.id}`, name, messageReport(shown));
});
