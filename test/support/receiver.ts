import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '../../src/contract/signature.ts';

/** A received delivery. */
export interface Received {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
  /** The response: an HTTP status, or a connection reset. */
  readonly answer: number | 'reset';
}

/** A webhook receiver. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Counts the deliveries that are not signed with this secret. */
  countForged(secret: string): Promise<number>;
  stop(): void;
}

/** Starts a receiver on the loopback address; `decide` returns the response to each delivery. */
export async function startReceiver(decide: () => number | 'reset'): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const header = (name: string): string => String(request.headers[`x-service-${name}`]);
      const answer = decide();
      received.push({
        eventId: header('event-id'),
        deliveryId: header('delivery-id'),
        timestamp: header('timestamp'),
        signature: header('signature'),
        body: Buffer.concat(parts),
        answer,
      });
      if (answer === 'reset') request.socket.destroy();
      else response.writeHead(answer).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async countForged(secret) {
      const checks = received.map(delivery =>
        verify(secret, delivery.timestamp, delivery.body, delivery.signature),
      );
      return (await Promise.all(checks)).filter(genuine => !genuine).length;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
