import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { plainText } from '../../util/plainText.ts';
import { masked } from '../reports/reportBlocks.ts';
import { forRow } from '../givenArguments.ts';
import { messageReport } from '../reports/messageReport.ts';

const HINT = 'Select a message in the Mailboxes view first.';

/** Opens a message as a report, without secrets and passcodes. */
export const showMessage = forRow(HINT, async ({ documents, messageMarks }, record: MailboxMessage) => {
  const shown = masked(record);
  const name = `${plainText(shown.subject || 'Message')}.md`;
  await documents.openMarkdown(`message/${shown.id}`, name, messageReport(shown));
  await messageMarks.markRead(record);
});
