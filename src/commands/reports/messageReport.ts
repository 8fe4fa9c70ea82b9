import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, escapeLines, markdownDocument } from '../../util/markdownDocument.ts';
import { codeCell, factsTable } from './markdownTable.ts';
import { otherFields } from './reportBlocks.ts';

/** Formats a message as Markdown: its sender, time and text. Passcodes must be masked before. */
export function messageReport(message: MailboxMessage): string {
  const { subject, fromAddress, receivedAt, hasOtp, preview } = message;
  return markdownDocument([
    `# ${escapeLine(subject || 'No subject')}`,
    [fromAddress && `From ${code(fromAddress)}`, receivedAt && escapeLine(localTime(receivedAt))]
      .filter(Boolean)
      .join(', '),
    preview ? escapeLines(preview) : 'The service provides no text of this message.',
    '## Details',
    factsTable([
      ['Passcode', hasOtp],
      ['Message ID', codeCell(message.id)],
      ['Mailbox ID', codeCell(message.mailboxId)],
    ]),
    ...otherFields(message, FIELDS),
  ]);
}

const FIELDS = ['id', 'mailboxId', 'fromAddress', 'subject', 'preview', 'hasOtp', 'receivedAt'];

// An unparseable timestamp stays as it is.
function localTime(timestamp: string): string {
  const moment = Date.parse(timestamp);
  if (Number.isNaN(moment)) return timestamp;
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(moment);
}
