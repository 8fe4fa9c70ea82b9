import type { MessagePort } from 'node:worker_threads';

/** Does the work of the program's worker threads, which draw the pictures of a sandbox. */
export async function runWorkerThread(port: MessagePort): Promise<void> {
  const { answerPictures } = await import('../sandbox/runtime/pictureThread.ts');
  answerPictures(port);
}
