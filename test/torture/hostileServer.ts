import { parentPort, workerData } from 'node:worker_threads';
import { ACTION, type Answer, FaultyServer } from '../support/faultyServer.ts';
import * as hostile from '../support/hostileReplies.ts';

// A hostile service in a worker thread, so that creating its responses does not affect the measurement.

const { bytes, levels } = workerData as { readonly bytes: number; readonly levels: number };
const answers: Readonly<Record<string, Answer>> = {
  wrongEntries: hostile.answerJson(hostile.pageOf('{"id":1,"params":[]}', bytes)),
  texts: hostile.answerJson(hostile.pageOfTexts(bytes)),
  nested: hostile.answerJson(hostile.nestedPage(levels)),
  endlessPages: hostile.endlessPages(page => ({
    ...ACTION,
    id: `00000000-0000-4000-8000-${String(page).padStart(12, '0')}`,
  })),
  trickle: hostile.tricklingJson(100),
  endlessLine: hostile.endlessStream('x'.repeat(10_000)),
  endlessEvents: hostile.endlessStream(`data: ${'x'.repeat(1000)}\n\n`),
};
const server = await new FaultyServer().start();
server.answer = (request, response) => {
  const kind = request.url?.split('/').find(part => part in answers) ?? '';
  answers[kind]?.(request, response);
};
parentPort?.postMessage(server.baseUrl);
