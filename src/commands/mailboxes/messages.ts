import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { mailText } from '../../util/mailText.ts';
import { plainText } from '../../util/plainText.ts';
import { masked } from '../reports/reportBlocks.ts';
import { forRow } from '../givenArguments.ts';
import { messageReport } from '../reports/messageReport.ts';

const HINT = 'Select a message in the Mailboxes view first.';

/** Opens the text of a message as a report, without secrets, passcodes, and markup. */
export const showMessage = forRow(HINT, async ({ documents, messageMarks }, record: MailboxMessage) => {
  const shown = masked({ ...record, preview: mailText(record.preview ?? '') });
  const name = `${plainText(shown.subject || 'Message')}.md`;
  await documents.openMarkdown(`message/${shown.id}`, name, messageReport(shown));
  await messageMarks.markRead(record);
});
