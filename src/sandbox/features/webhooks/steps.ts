import { BUDGETS } from '../../../util/budgets.ts';
import { randomBytes } from 'node:crypto';
import { timestamp } from '../../runtime/clock.ts';
import type { Service } from '../../runtime/service.ts';
import {
  defineStep,
  type StepCall,
  StepFailure,
  type StepKinds,
  type StepNote,
  type StepOutput,
} from '../../runtime/step.ts';
import type { StoredCallback, StoredWebhook } from '../../store/stored.ts';
import { allowedMs, waitFor } from '../../runtime/waitFor.ts';
import { addressProblem } from '../../../util/publicAddress.ts';
import { toError } from '../../../util/errors.ts';
import { type CallResponse, callAddress, ConfinedError } from './call.ts';
import { parseBody } from './callbacks.ts';
import { publish, send } from './publish.ts';

interface SendParams {
  readonly webhookId: string;
  readonly data: unknown;
  readonly waitForAnswer?: boolean;
}

interface NotifyParams {
  readonly title: string;
  readonly severity: string;
  readonly body?: string;
  readonly webhookId?: string | null;
}

interface RequestParams {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authentication?:
    | { readonly type: 'bearer'; readonly token: string }
    | { readonly type: 'basic'; readonly user: string; readonly password: string }
    | null;
  readonly body?: unknown;
  readonly timeoutSeconds?: number;
}

type NotedRequest = Extract<StepNote, { kind: 'request' }>['request'];

interface LogParams {
  readonly message: string;
  readonly level?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
}

/** The ID that a step of a trial run returns for the delivery that it does not send. */
const TRIAL_DELIVERY = 'dlv_trial';
const MAX_ANSWER_LENGTH = BUDGETS.webhookAnswer.bytes;
const DEFAULT_TIMEOUT_S = { request: 10, callback: 300 } as const;
/** The maximum wait for a delivery, in milliseconds: its attempts and the waits between them. */
const DELIVERY_MS = 300_000;
/** The time in milliseconds for which a callback is kept; longer than any wait for it. */
const CALLBACK_KEPT_MS = 86_400_000;

/** The implementations of the methods that send webhooks and requests, wait for callbacks, and log. */
export const webhookSteps: StepKinds = {
  'webhooks.send': defineStep(false, sendEvent),
  'webhooks.notify': defineStep(false, notify),
  'webhooks.request': defineStep(false, request),
  'webhooks.waitForCallback': defineStep(true, waitForCallback),
  'webhooks.log': defineStep<LogParams>(true, ({ params, run }) => {
    const line = formatLine(params);
    run.note({ kind: 'log', line });
    return { line };
  }),
};

/** The implementations for trial runs, which send no webhooks: they check the step and deliver nothing. */
export const webhookTrialSteps: StepKinds = {
  'webhooks.send': defineStep<SendParams>(false, call => {
    requireEndpoint(call, call.params.webhookId);
    return { deliveryId: TRIAL_DELIVERY, statusCode: null };
  }),
  'webhooks.notify': defineStep<NotifyParams>(false, call => {
    if (call.params.webhookId != null) requireEndpoint(call, call.params.webhookId);
    return { deliveries: 0 };
  }),
};

async function sendEvent(call: StepCall<SendParams>): Promise<StepOutput> {
  const { webhookId, data, waitForAnswer = false } = call.params;
  const { service, signal, run } = call;
  const endpoint = requireEndpoint(call, webhookId);
  const origin = { flowId: run.flowId, executionId: run.executionId };
  const { id } = service.store.transaction(() =>
    send(service, endpoint, { type: 'workflow.event', source: 'workflow', data: { data, origin } }),
  );
  if (!waitForAnswer) return { deliveryId: id, statusCode: null };
  const delivery = await waitFor(
    service,
    'delivery.ended',
    () => {
      const found = service.store.deliveries.get(id);
      return found?.status === 'pending' ? undefined : found;
    },
    { timeoutMs: DELIVERY_MS, signal },
  );
  if (delivery?.status !== 'success')
    throw new StepFailure(
      'transient',
      `The delivery failed: ${delivery?.lastError ?? 'it did not end in time'}`,
    );
  return { deliveryId: id, statusCode: delivery.lastStatusCode ?? null };
}

function notify(call: StepCall<NotifyParams>): StepOutput {
  const { title, severity, body, webhookId } = call.params;
  const { service, run } = call;
  const origin = { flowId: run.flowId, executionId: run.executionId };
  const data = { title, severity, origin, ...(body === undefined ? {} : { body }) };
  const event = { type: 'triggers.notification', source: 'triggers', data };
  return service.store.transaction(() => {
    if (webhookId == null) return { deliveries: publish(service, event) };
    send(service, requireEndpoint(call, webhookId), event);
    return { deliveries: 1 };
  });
}

async function request({
  params: requestParams,
  service,
  signal,
  run,
}: StepCall<RequestParams>): Promise<StepOutput> {
  const { url, method = 'GET', timeoutSeconds = DEFAULT_TIMEOUT_S.request } = requestParams;
  const mayCallPort = (port: number): boolean => service.loopbackPorts.has(port);
  const problem = addressProblem(url, mayCallPort);
  if (problem) throw new StepFailure('client_error', `params.url ${problem}.`);
  const body = requestParams.body === undefined ? undefined : JSON.stringify(requestParams.body);
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...requestParams.headers,
    ...authorization(requestParams.authentication),
  };
  const sent = { method, url, headers: requestParams.headers, body: requestParams.body };
  const startedAt = service.clock.now();
  const note = (more: Partial<NotedRequest>): void =>
    run.note({ kind: 'request', request: { ...sent, ...more, tookMs: service.clock.now() - startedAt } });
  let answer: CallResponse;
  try {
    const timeoutMs = timeoutSeconds * 1000;
    const limits = {
      timeoutMs,
      longestAnswer: MAX_ANSWER_LENGTH,
      mayCallPort,
      isConfined: run.isConfined,
      signal,
    };
    answer = await callAddress({ method, url, headers, body, ...limits });
  } catch (error) {
    signal.throwIfAborted();
    note({ error: toError(error).message });
    if (error instanceof ConfinedError)
      throw new StepFailure(
        'client_error',
        `The request was not sent: ${error.message}. The user can run the flow in the editor.`,
      );
    throw new StepFailure('transient', `${new URL(url).host} did not answer: ${toError(error).message}.`);
  }
  note({ status: answer.status, answer: parseBody(answer.text) });
  if (answer.status >= 400)
    throw new StepFailure('client_error', `${new URL(url).host} answered ${answer.status}.`);
  return { status: answer.status, body: parseBody(answer.text) };
}

function authorization(authentication: RequestParams['authentication']): Readonly<Record<string, string>> {
  if (!authentication) return {};
  if (authentication.type === 'bearer') return { authorization: `Bearer ${authentication.token}` };
  return {
    authorization: `Basic ${Buffer.from(`${authentication.user}:${authentication.password}`).toString('base64')}`,
  };
}

async function waitForCallback({
  params,
  service,
  show,
  signal,
}: StepCall<{ readonly timeoutSeconds?: number }>): Promise<StepOutput> {
  const { timeoutSeconds = DEFAULT_TIMEOUT_S.callback } = params;
  const { store, clock, origin } = service;
  forgetOldCallbacks(service);
  const id = randomBytes(18).toString('hex');
  store.callbacks.put({ id, createdAt: timestamp(clock), called: false, body: null });
  const url = `${origin}/pages/callbacks/${id}`;
  show({ url });
  const called = (): StoredCallback | undefined => {
    const callback = store.callbacks.get(id);
    return callback?.called === true ? callback : undefined;
  };
  const timeoutMs = allowedMs(service, timeoutSeconds * 1000);
  const callback = await waitFor(service, 'callback.received', called, { timeoutMs, signal });
  if (!callback) throw new StepFailure('transient', `Nobody called within ${timeoutSeconds} seconds.`);
  return { url, body: callback.body };
}

// A repeated call gets a specific error for a while, but not forever.
function forgetOldCallbacks({ store, clock }: Service): void {
  const createdAt = new Date(clock.now() - CALLBACK_KEPT_MS).toISOString();
  for (const { id } of store.callbacks.list({ to: { createdAt } })) store.callbacks.delete(id);
}

function requireEndpoint({ service }: StepCall, id: string): StoredWebhook {
  const endpoint = service.store.webhooks.get(id);
  if (!endpoint) throw new StepFailure('invalid_config', `There is no webhook endpoint with the id ${id}.`);
  return endpoint;
}

function formatLine({ message, level = 'info', values = {}, tags = [] }: LogParams): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${level}: ${message}${pairs.join('')}${tags.map(tag => ` [${tag}]`).join('')}`;
}
