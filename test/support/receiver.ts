import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '../../src/contract/signature.ts';

/** A delivery as it arrived. */
export interface Received {
  readonly eventId: string;
  readonly deliveryId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
  /** What the receiver did: an HTTP status, or a reset connection. */
  readonly answer: number | 'reset';
}

/** A receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How many of what arrived are not signed with this secret. */
  countForged(secret: string): Promise<number>;
  stop(): void;
}

/** Starts a receiver on the loopback address that answers each delivery as `decide` says. */
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
      const checks = received.map(one => verify(secret, one.timestamp, one.body, one.signature));
      return (await Promise.all(checks)).filter(genuine => !genuine).length;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
