import { BUDGETS } from '../util/budgets.ts';
import { CallFailure } from './callFailure.ts';

/** The maximum length in characters of one event, including its comments. */
export const MAX_EVENT_LENGTH: number = BUDGETS.event.parts['characters of an event'];
/** The maximum length in characters of an event stream. */
export const MAX_STREAM_LENGTH: number = BUDGETS.event.bytes;

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events as they arrive; skips comments and fields other than `event` and `data`. Throws CallFailure
 * `tooLarge` if an event or the stream exceeds its maximum length.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  status = 200,
): AsyncGenerator<ServerEvent> {
  let event = 'message';
  let data: string[] = [];
  for await (const line of readLines(body, status)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
}

// Text after the last line break is not yet a line, and lines without an empty line after them are not an event.
async function* readLines(body: AsyncIterable<Uint8Array>, status: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  let total = 0;
  let sinceEmptyLine = 0;
  let endedByReturn = false;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    total += text.length;
    if (total > MAX_STREAM_LENGTH) throw tooLarge(status, MAX_STREAM_LENGTH);
    // Skips the second half of a CRLF that was split between two chunks.
    let from = endedByReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') endedByReturn = text.endsWith('\r');
    for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
      if (index < from) continue;
      line += text.slice(from, index);
      from = index + lineBreak.length;
      sinceEmptyLine = line === '' ? 0 : sinceEmptyLine + line.length;
      if (sinceEmptyLine > MAX_EVENT_LENGTH) throw tooLarge(status, MAX_EVENT_LENGTH);
      yield line;
      line = '';
    }
    line += text.slice(from);
    if (sinceEmptyLine + line.length > MAX_EVENT_LENGTH) throw tooLarge(status, MAX_EVENT_LENGTH);
  }
}

function tooLarge(status: number, limitBytes: number): CallFailure {
  return new CallFailure({ kind: 'tooLarge', status, limitBytes });
}
