import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent } from 'undici';
import { LocalReceiver, type Registration } from '../../src/appState/localReceiver.ts';
import type { Received, ReceiverTools } from '../../src/appState/received.ts';
import { deliveryHeaders, sign } from '../../src/contract/signature.ts';
import { judgeReceived } from '../../src/webhooks/receiver/judgeReceived.ts';
import { listen } from '../../src/webhooks/receiver/listen.ts';
import { replay } from '../../src/webhooks/receiver/replay.ts';
import { createMemento } from './memoryStorage.ts';

/** The endpoint for which the receiver of a test is registered, except for its port. */
export const REGISTRATION: Registration = {
  connectionId: 'service',
  connectionName: 'Service',
  endpointId: 'endpoint-1',
  url: 'https://tunnel.example/hook',
  port: 0,
  switchedOff: false,
};

/** The secret of that endpoint. */
export const SECRET = 'whsec_canary-of-the-receiver';

/** A receiver with memory and secret of the test. */
export interface TestReceiver {
  readonly receiver: LocalReceiver;
  /** Replaces or removes the stored secret. */
  keep(secret: string | undefined): void;
  stop(): Promise<void>;
}

/** Creates a receiver that is registered but not started. */
export async function testReceiver(): Promise<TestReceiver> {
  const dispatcher = new Agent();
  const tools: ReceiverTools = {
    listen,
    verify: judgeReceived,
    replay: (delivery, url) => replay(delivery, url, dispatcher),
  };
  let storedSecret: string | undefined = SECRET;
  const secrets = {
    read: (connectionId: string, endpointId: string) =>
      Promise.resolve(connectionId === 'service' && endpointId === 'endpoint-1' ? storedSecret : undefined),
  };
  const receiver = new LocalReceiver(
    () => Promise.resolve(tools),
    secrets,
    createMemento(new Map()),
    () => 'Acme',
  );
  await receiver.register(REGISTRATION);
  return {
    receiver,
    keep: secret => (storedSecret = secret),
    async stop() {
      await receiver.stop();
      await dispatcher.destroy();
    },
  };
}

/** Posts a signed delivery, at a time in milliseconds since 1970. */
export async function deliver(
  url: string,
  body: string | Buffer,
  { secret = SECRET, at = Date.now() }: { readonly secret?: string; readonly at?: number } = {},
): Promise<IncomingMessage> {
  const names = deliveryHeaders('Acme');
  const timestamp = String(Math.floor(at / 1000));
  return post(url, body, {
    'Content-Type': 'application/json',
    [names.timestamp]: timestamp,
    [names.signature]: await sign(secret, timestamp, Buffer.from(body)),
    [names.event]: 'webhook.test',
    [names.attempt]: '2',
  });
}

/** Posts bytes with the given headers, and returns the response once its status is known. */
export async function post(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<IncomingMessage> {
  const outgoing = httpRequest(url, { method, headers, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

/** Waits until the deliveries of a receiver meet a condition. */
export function untilDeliveries(
  receiver: LocalReceiver,
  condition: (deliveries: readonly Received[]) => boolean,
): Promise<readonly Received[]> {
  return new Promise(resolve => {
    const check = (): void => {
      if (!condition(receiver.deliveries)) return;
      subscription.dispose();
      resolve(receiver.deliveries);
    };
    const subscription = receiver.onDidChange(check);
    check();
  });
}

/** Waits until all deliveries of a receiver were verified and responded to. */
export function untilSettled(receiver: LocalReceiver, count: number): Promise<readonly Received[]> {
  return untilDeliveries(
    receiver,
    deliveries =>
      deliveries.length === count &&
      deliveries.every(({ verification, answered }) => answered && verification.kind !== 'checking'),
  );
}
