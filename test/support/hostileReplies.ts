import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer } from './faultyServer.ts';

/** The end of a page of a list. */
const LAST_PAGE =
  '"pagination":{"page":1,"pageSize":100,"pages":1,"total":1,"hasNext":false,"hasPrev":false}';

/** A page of a list of about so many bytes, whose entries are all the given JSON. */
export function pageOf(entry: string, bytes: number): Buffer {
  const count = Math.max(1, Math.floor(bytes / (entry.length + 1)));
  return Buffer.from(`{"items":[${`${entry},`.repeat(count - 1)}${entry}],${LAST_PAGE}}`);
}

/** A page of a list of about so many bytes and of few values: each entry is a text. */
export function pageOfTexts(bytes: number): Buffer {
  return pageOf(`"${'x'.repeat(1_000)}"`, bytes);
}

/** A page of a list with one entry, in whose field lists lie in one another. */
export function nestedPage(levels: number): Buffer {
  const deep = '['.repeat(levels) + ']'.repeat(levels);
  const id = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
  return Buffer.from(
    `{"items":[{"id":"${id}","name":"Deep","service":"devices_api","params":${deep}}],${LAST_PAGE}}`,
  );
}

/** An error body of so many places, none of which is as it should be. */
export function errorOf(places: number): Buffer {
  return Buffer.from(JSON.stringify({ title: 'No.', errors: Array.from({ length: places }, () => 1) }));
}

/** Answers with bytes as JSON. */
export function answerJson(bytes: Buffer, status = 200, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(bytes);
  };
}

/** Pages of a list without end, each with one entry; by the page that was asked for where they differ. */
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

/** Pages of a cursor list without end; by the number of the page from 0. */
export function endlessCursors(entries: (page: number) => readonly unknown[]): Answer {
  return (request, response) => {
    const page = Number(new URL(request.url ?? '/', 'http://host').searchParams.get('cursor') ?? 0);
    const body = { items: entries(page), nextCursor: String(page + 1) };
    answerJson(Buffer.from(JSON.stringify(body)))(request, response);
  };
}

/** A stream of events that sends the same part until its reader has gone. */
export function endlessStream(part: string): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void repeat(response, part);
  };
}

/** An answer that begins like JSON, of which a byte comes at times and never the end. */
export function tricklingJson(everyMs: number): Answer {
  return trickling('application/json', '{"items":[', everyMs);
}

/** A stream of events that only sends comments, and never ends. */
export function tricklingStream(everyMs: number): Answer {
  return trickling('text/event-stream', ':', everyMs);
}

/** Headers of so many bytes. */
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
