import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent } from 'undici';
import { LocalReceiver, type Registration } from '../../src/host/localReceiver.ts';
import type { Received, ReceiverTools } from '../../src/host/received.ts';
import { deliveryHeaders, sign } from '../../src/contract/signature.ts';
import { judgeReceived } from '../../src/webhooks/receiver/judgeReceived.ts';
import { listen } from '../../src/webhooks/receiver/listen.ts';
import { replay } from '../../src/webhooks/receiver/replay.ts';

/** The endpoint that a test's receiver is registered as, but for its port. */
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

/** A receiver as the extension makes it, with a memory and a secret of the test. */
export interface TestReceiver {
  readonly receiver: LocalReceiver;
  /** Replaces the secret that is kept, or takes it away. */
  keep(secret: string | undefined): void;
  stop(): Promise<void>;
}

/** Makes a receiver, registered and not yet started. */
export async function testReceiver(): Promise<TestReceiver> {
  const dispatcher = new Agent();
  const tools: ReceiverTools = {
    listen,
    judge: judgeReceived,
    replay: (delivery, url) => replay(delivery, url, dispatcher),
  };
  const remembered = new Map<string, unknown>();
  const memory = {
    keys: () => [...remembered.keys()],
    get: (name: string) => remembered.get(name) as never,
    update: (name: string, value: unknown) => Promise.resolve(void remembered.set(name, value)),
  };
  let kept: string | undefined = SECRET;
  const secrets = {
    read: (connectionId: string, endpointId: string) =>
      Promise.resolve(connectionId === 'service' && endpointId === 'endpoint-1' ? kept : undefined),
  };
  const receiver = new LocalReceiver(
    () => Promise.resolve(tools),
    secrets,
    memory,
    () => 'Acme',
  );
  await receiver.register(REGISTRATION);
  return {
    receiver,
    keep: secret => (kept = secret),
    async stop() {
      await receiver.stop();
      await dispatcher.destroy();
    },
  };
}

/** Posts a delivery that is signed with a secret, at a moment in milliseconds since 1970. */
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

/** Posts bytes with headers as they are and answers as soon as the status is known. */
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

/** Waits until what a receiver keeps meets a condition. */
export function kept(
  receiver: LocalReceiver,
  condition: (deliveries: readonly Received[]) => boolean,
): Promise<readonly Received[]> {
  return new Promise(resolve => {
    const look = (): void => {
      if (!condition(receiver.deliveries)) return;
      subscription.dispose();
      resolve(receiver.deliveries);
    };
    const subscription = receiver.onDidChange(look);
    look();
  });
}

/** Waits until everything that a receiver keeps was judged and answered. */
export function settled(receiver: LocalReceiver, count: number): Promise<readonly Received[]> {
  return kept(
    receiver,
    deliveries =>
      deliveries.length === count &&
      deliveries.every(({ verification, answered }) => answered && verification.kind !== 'checking'),
  );
}
