import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import type { WholeMessage } from '../../stores/wholeMessage.ts';
import { counted } from '../../util/counted.ts';
import { code } from '../../util/markdown.ts';
import { escapeLine, escapeLines, markdownDocument } from '../../util/markdownDocument.ts';
import { codeCell, factsTable } from './markdownTable.ts';
import { fileLine, listSection, otherFields } from './reportBlocks.ts';

/** The maximum number of attachments whose names are shown. */
const MAX_ATTACHMENTS = 50;

/**
 * Formats a message as Markdown: its sender, time, text, and attachments. Passcodes must be masked before. `failure` says
 * why only the beginning of the text is known.
 */
export function messageReport(message: MailboxMessage & Partial<WholeMessage>, failure = ''): string {
  const { subject, fromAddress, fromName, receivedAt, hasOtp, preview, isPreview = false } = message;
  return markdownDocument([
    `# ${escapeLine(subject || 'No subject')}`,
    [
      fromAddress && ['From', fromName && escapeLine(fromName), code(fromAddress)].filter(Boolean).join(' '),
      receivedAt && escapeLine(localTime(receivedAt)),
    ]
      .filter(Boolean)
      .join(', '),
    preview ? escapeLines(preview) : 'The service provides no text of this message.',
    ...(preview && isPreview
      ? [escapeLine(failure === '' ? ONLY_BEGINNING : `${ONLY_BEGINNING} ${failure}`)]
      : []),
    ...attachmentsOf(message),
    '## Details',
    factsTable([
      ['Passcode', hasOtp],
      ['Message ID', codeCell(message.id)],
      ['Mailbox ID', codeCell(message.mailboxId)],
    ]),
    ...otherFields(message, FIELDS),
  ]);
}

const ONLY_BEGINNING = 'This is the beginning of the message; the service did not return all of its text.';

const FIELDS = [
  'id',
  'mailboxId',
  'fromAddress',
  'fromName',
  'subject',
  'preview',
  'hasOtp',
  'receivedAt',
  'attachmentCount',
  'attachments',
  'isPreview',
];

// The service does not offer the content of attachments.
function attachmentsOf({ attachments, attachmentCount }: Partial<WholeMessage>): readonly string[] {
  const named = attachments ?? [];
  const count = Math.max(named.length, attachmentCount ?? 0);
  if (count === 0) return [];
  const lines = named
    .slice(0, MAX_ATTACHMENTS)
    .map(({ name, contentType, size }) => fileLine(name || 'Without a name', contentType, size));
  const more = count - lines.length;
  const rest =
    lines.length > 0
      ? counted(more, 'more attachment')
      : counted(more, 'attachment without a name', 'attachments without a name');
  return listSection('## Attachments', more > 0 ? [...lines, rest] : lines);
}

// An unparseable timestamp stays as it is.
function localTime(timestamp: string): string {
  const moment = Date.parse(timestamp);
  if (Number.isNaN(moment)) return timestamp;
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(moment);
}
