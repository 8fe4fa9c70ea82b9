/** Encodes server-sent events: an `event:` line, and a `data:` line for each line of the data. */
export function eventStream(
  events: AsyncIterable<{ readonly event: string; readonly data: string }>,
): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done) {
        controller.close();
        return;
      }
      const lines = next.value.data.split(/\r\n|\r|\n/).map(line => `data: ${line}\n`);
      controller.enqueue(encoder.encode(`event: ${next.value.event}\n${lines.join('')}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
