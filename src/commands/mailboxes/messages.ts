import type { MailboxMessage } from '../../contract/records/mailbox.ts';
import { readWholeMessage, type WholeMessage } from '../../stores/wholeMessage.ts';
import { mailText, readMail } from '../../util/mailText.ts';
import { plainText } from '../../util/plainText.ts';
import { explain } from '../../wording/explain.ts';
import type { Services } from '../commandServices.ts';
import { masked } from '../reports/reportBlocks.ts';
import { forRow } from '../givenArguments.ts';
import { messageReport } from '../reports/messageReport.ts';

const HINT = 'Select a message in the Mailboxes view first.';

/** Opens the text of a message as a report with the names of its attachments, without secrets, passcodes, and markup. */
export const showMessage = forRow(HINT, async (services, record: MailboxMessage) => {
  const { documents, messageMarks } = services;
  const { message, failure } = await readOrBegin(services, record);
  const shown = masked({ ...message, preview: mailText(message.preview ?? '') });
  const name = `${plainText(shown.subject || 'Message')}.md`;
  const offers = [
    message.hasOtp === true && 'passcode',
    readMail(message.preview ?? '').links.length > 0 && 'link',
  ];
  await documents.openReport(name, messageReport(shown, failure), {
    row: { kind: 'message', record },
    offers,
    connectionId: services.session.require().id,
  });
  await messageMarks.markRead(record);
});

// The list has shown the beginning, so that a service without an answer hides nothing.
async function readOrBegin(
  { session }: Services,
  record: MailboxMessage,
): Promise<{ readonly message: WholeMessage; readonly failure?: string }> {
  try {
    return { message: await readWholeMessage(await session.client(), record) };
  } catch (error) {
    return { message: { ...record, isPreview: true }, failure: explain(error).summary };
  }
}
