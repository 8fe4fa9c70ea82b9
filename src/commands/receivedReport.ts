import { eventTypeOf, type Judgement, type Received } from '../host/received.ts';
import { withoutPasscodes } from '../util/withoutPasscodes.ts';
import { table } from './markdownTable.ts';

const VERDICTS: Readonly<Record<Judgement['kind'], string>> = {
  checking: 'Being checked',
  verified: 'Verified',
  old: 'Verified, but old',
  refused: 'Not verified',
  unchecked: 'Not checked',
};

/** A received delivery as a Markdown document: verdict, time, answer, headers and the body as it arrived, but for passcodes. */
export function receivedReport(delivery: Received): string {
  const { receivedAt, path, answered, judgement, headers, body, bodyBytes, repeated } = delivery;
  const facts = [
    ['Received', new Date(receivedAt).toISOString()],
    ['Path', path],
    ['Answered', answered ? answerWords(answered.status, answered.afterMs) : 'not yet'],
    ['Body', `${bodyBytes} bytes`],
    ...(repeated ? [['Repeated', 'the same timestamp, signature and body were received before']] : []),
  ];
  return [
    `# ${eventTypeOf(delivery)}`,
    `**${VERDICTS[judgement.kind]}.** ${judgement.explanation}`,
    table(['Fact', 'Value'], facts),
    '## Headers',
    fenced('http', headers.map(([name, value]) => `${name}: ${value}`).join('\n')),
    '## Body',
    body === undefined ? 'It was too large to be kept.' : bodyText(body),
    '',
  ].join('\n\n');
}

function answerWords(status: number | undefined, afterMs: number): string {
  return status === undefined ? `the caller left after ${afterMs} ms` : `${status} after ${afterMs} ms`;
}

function bodyText(body: Uint8Array): string {
  if (body.length === 0) return 'It is empty.';
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return fenced('json', withoutPasscodes(text));
  } catch {
    return `It is not UTF-8; here it is as base64.\n\n${fenced('', Buffer.from(body).toString('base64'))}`;
  }
}

// The fence is longer than any in the text, so that nothing received can end it.
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
