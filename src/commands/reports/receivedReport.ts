import { eventTypeOf, type SignatureCheck, type Received } from '../../appState/received.ts';
import { escapeLine, fencedBlock, markdownDocument } from '../../util/markdownDocument.ts';
import { withoutPasscodes } from '../../util/passcodes/withoutPasscodes.ts';
import { codeCell, factsTable, momentCell } from './markdownTable.ts';
import { headersSection, valueBlock } from './reportBlocks.ts';

const VERDICTS: Readonly<Record<SignatureCheck['kind'], string>> = {
  checking: 'Being checked',
  verified: 'Verified',
  old: 'Verified, but old',
  refused: 'Not verified',
  unchecked: 'Not checked',
};

/**
 * Formats a received delivery as Markdown: signature check, time, response, headers and body, with indented JSON and
 * masked passcodes.
 */
export function receivedReport(delivery: Received): string {
  const { receivedAt, path, answered, verification, headers, body, bodyBytes, repeated } = delivery;
  return markdownDocument([
    `# ${escapeLine(eventTypeOf(delivery))}`,
    `**${VERDICTS[verification.kind]}.** ${escapeLine(verification.explanation)}`,
    factsTable([
      ['Received', momentCell(new Date(receivedAt).toISOString())],
      ['Path', codeCell(path)],
      ['Answered', answered ? answerWords(answered.status, answered.afterMs) : 'not yet'],
      ['Body', `${bodyBytes} bytes`],
      ['Repeated', repeated ? 'the same timestamp, signature and body were received before' : undefined],
    ]),
    ...headersSection('## Headers', headers),
    '## Body',
    body === undefined ? 'It was too large to be kept.' : bodyText(body),
  ]);
}

function answerWords(status: number | undefined, afterMs: number): string {
  return status === undefined
    ? `the caller disconnected after ${afterMs} ms`
    : `${status} after ${afterMs} ms`;
}

function bodyText(body: Uint8Array): string {
  if (body.length === 0) return 'It is empty.';
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return valueBlock(withoutPasscodes(text));
  } catch {
    return `It is not UTF-8; here it is as base64.\n\n${fencedBlock('', Buffer.from(body).toString('base64'))}`;
  }
}
