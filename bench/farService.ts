import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// Simulates a remote service in a worker thread, so that it does not slow down the measured code. Each response takes
// `workerData` milliseconds. GET requests return a UI state, others nothing. Posts its port once it listens.
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
