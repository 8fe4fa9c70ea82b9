import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A service far away, in a thread of its own so that it does not slow down what is measured: each answer takes
// `workerData` milliseconds. Reads answer the state of a screen, all else nothing. Tells its port once it listens.
const state = JSON.stringify({ device_context: { screen_bounds: { width: 1080, height: 2400 } } });
const server = createServer((request, response) => {
  request.resume();
  const isRead = request.method === 'GET';
  setTimeout(() => {
    response.writeHead(isRead ? 200 : 204, { 'content-type': 'application/json' });
    response.end(isRead ? state : undefined);
  }, workerData as number);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
