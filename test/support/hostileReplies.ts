import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer } from './faultyServer.ts';

/** The end of a list page. */
const LAST_PAGE =
  '"pagination":{"page":1,"pageSize":100,"pages":1,"total":1,"hasNext":false,"hasPrev":false}';

/** Returns a list page of about `bytes` bytes in which every entry is the given JSON. */
export function pageOf(entry: string, bytes: number): Buffer {
  const count = Math.max(1, Math.floor(bytes / (entry.length + 1)));
  return Buffer.from(`{"items":[${`${entry},`.repeat(count - 1)}${entry}],${LAST_PAGE}}`);
}

/** Returns a list page of about `bytes` bytes with few values: each entry is a string. */
export function pageOfTexts(bytes: number): Buffer {
  return pageOf(`"${'x'.repeat(1_000)}"`, bytes);
}

/** Returns a list page with one entry that contains nested lists. */
export function nestedPage(levels: number): Buffer {
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  const id = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
  return Buffer.from(
    `{"items":[{"id":"${id}","name":"Deep","service":"devices_api","params":${deep}}],${LAST_PAGE}}`,
  );
}

/** Returns an error body with invalid locations. */
export function errorOf(places: number): Buffer {
  return Buffer.from(JSON.stringify({ title: 'No.', errors: Array.from({ length: places }, () => 1) }));
}

/** Responds with bytes as JSON. */
export function answerJson(bytes: Buffer, status = 200, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(bytes);
  };
}

/** Responds with list pages without end, each with one entry that may depend on the page number. */
export function endlessPages(entry: (page: number) => unknown): Answer {
  return (request, response) => {
    const page = Number(new URL(request.url ?? '/', 'http://host').searchParams.get('page') ?? 1);
    const pagination = {
      page,
      pageSize: 1,
      pages: page + 1,
      total: page + 1,
      hasNext: true,
      hasPrev: page > 1,
    };
    answerJson(Buffer.from(JSON.stringify({ items: [entry(page)], pagination })))(request, response);
  };
}

/** Responds with a stream of events that repeats a part until the reader disconnects. */
export function endlessStream(part: string): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void repeat(response, part);
  };
}

/** Responds with the start of a JSON body, then slowly with single bytes without end. */
export function tricklingJson(everyMs: number): Answer {
  return trickling('application/json', '{"items":[', everyMs);
}

/** Responds with a stream of events that sends only comments without end. */
export function tricklingStream(everyMs: number): Answer {
  return trickling('text/event-stream', ':', everyMs);
}

/** Responds with headers of the given size. */
export function largeHeaders(bytes: number): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-filling': 'x'.repeat(bytes) });
    response.end('{}');
  };
}

function trickling(type: string, beginning: string, everyMs: number): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(beginning);
    const timer = setInterval(() => response.write(' '), everyMs);
    response.on('close', () => clearInterval(timer));
  };
}

async function repeat(response: ServerResponse, part: string): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  while (!response.destroyed) {
    if (!response.write(part)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
}
