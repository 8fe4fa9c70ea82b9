import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { checkReply } from '../../../contract/checkReply.ts';
import { type Input, operations, type Output } from '../../../contract/operations.ts';
import type { PhoneOperationId } from '../../../contract/phoneOperations.ts';
import type { Operation } from '../../../contract/operation.ts';
import { BUDGETS } from '../../../util/budgets.ts';
import { toError } from '../../../util/errors.ts';
import { readExact } from '../../../util/exactJson.ts';
import { hasMoreValues, isDeeperThan } from '../../../util/jsonSize.ts';
import { orAborted } from '../../../util/orAborted.ts';
import { excessiveSize } from '../../../util/pictureSize.ts';
import { isPng } from '../../../util/pngSize.ts';
import { type DriverLimits, PhoneFailure } from '../../runtime/phoneDriver.ts';
import { readBytes } from '../../runtime/readBytes.ts';
import { failureOf } from './serviceFailure.ts';

/** A device of a service, and where its routes are: the base URL, and the token that is accepted there. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly token: string;
  readonly deviceId: string;
  /** The name of the phone in messages. */
  readonly name: string;
}

/** The parts of a call beside the ID of the device. */
interface RouteInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly displayId?: number;
}

/** The parts of a call of an operation. */
type RouteInputOf<Id extends PhoneOperationId> = Omit<RouteInput, 'body'> &
  ('body' extends keyof Input<Id> ? Pick<Input<Id>, 'body'> : unknown);

/** The default time limit of a call, in milliseconds. */
const TIMEOUT_MS = 60_000;
/** The pause before a call is repeated for which a service was too busy and named no time, in milliseconds. */
const BUSY_MS = 1000;
/** The maximum size of an error, in bytes. */
const MAX_ERROR_BYTES = BUDGETS.http.bytes;

/** Calls the routes of one device of a service. */
export class ServiceRoutes {
  readonly address: ServiceAddress;
  /** The number of actions so far, each of which can change the screen. */
  actions = 0;
  readonly #end = new AbortController();
  readonly #onLost: (failure: PhoneFailure) => void;

  /** `onLost` is called when a call finds that the phone cannot be used. */
  constructor(address: ServiceAddress, onLost: (failure: PhoneFailure) => void = () => undefined) {
    this.address = address;
    this.#onLost = onLost;
  }

  /** Calls an operation. A call is repeated only after 429, since the service did not take it. */
  async call<Id extends PhoneOperationId>(
    id: Id,
    input: RouteInputOf<Id>,
    { signal, timeoutMs = TIMEOUT_MS }: DriverLimits,
  ): Promise<Output<Id>> {
    signal.throwIfAborted();
    const operation: Operation = operations[id];
    if (operation.effect !== 'read') this.actions++;
    const late = AbortSignal.timeout(timeoutMs);
    const within = AbortSignal.any([signal, late, this.#end.signal]);
    try {
      return (await orAborted(this.#whenFree(operation, input, within, timeoutMs), within)) as Output<Id>;
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = this.#toFailure(operation, error, late.aborted ? timeoutMs : undefined);
      const isLost = failure.kind === 'disconnected' || failure.kind === 'unauthorized';
      if (isLost && !this.#end.signal.aborted) this.#onLost(failure);
      throw failure;
    } finally {
      // Elements that were read meanwhile can be those from before.
      if (operation.effect !== 'read') this.actions++;
    }
  }

  /** Ends the connection; calls that still run fail. */
  close(): void {
    this.#end.abort(
      new PhoneFailure('disconnected', `The connection to the phone ${this.address.name} was closed.`),
    );
  }

  async #whenFree(
    operation: Operation,
    input: RouteInput,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<unknown> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const response = await this.#send(operation, input, signal);
      if (response.status !== 429) return this.#read(operation, response);
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? '');
      const waitMs = seconds > 0 ? seconds * 1000 : BUSY_MS;
      if (Date.now() + waitMs > end)
        throw new PhoneFailure(
          'timeout',
          `The phone ${this.address.name} did not do “${operation.summary}”: its service asks to wait ${Math.ceil(waitMs / 1000)} seconds.`,
        );
      await pause(waitMs, undefined, { signal });
    }
  }

  async #send(
    operation: Operation,
    { params, query = {}, body, displayId = 0 }: RouteInput,
    signal: AbortSignal,
  ): Promise<Response> {
    const { baseUrl, token, deviceId } = this.address;
    const path = pathOf(operation.path, { ...params, deviceId });
    const search = new URLSearchParams(query).toString();
    const content = body === undefined ? {} : contentOf(operation, body);
    return fetch(`${baseUrl}${path}${search === '' ? '' : `?${search}`}`, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(displayId === 0 ? {} : { 'x-device-display-id': String(displayId) }),
        ...content.headers,
      },
      ...(content.body === undefined ? {} : { body: content.body }),
      redirect: 'manual',
      signal,
    });
  }

  async #read(operation: Operation, response: Response): Promise<unknown> {
    const { status } = response;
    const expected = operation.response.body;
    const isPicture = expected === 'png';
    if (status < 200 || status > 299) {
      const bytes = await readBody(response, MAX_ERROR_BYTES);
      const isSmall = bytes && !hasMoreValues(bytes, BUDGETS.reply.parts.values);
      const body = isSmall ? readExact(bytes.toString()) : undefined;
      throw failureOf(this.address.name, operation.summary, { status, body, isPicture });
    }
    if (expected === 'empty') {
      await response.body?.cancel();
      return undefined;
    }
    const bytes = await readBody(response, BUDGETS[expected === 'bytes' ? 'video' : 'reply'].bytes);
    if (!bytes) throw this.#unusable(operation, 'its reply is too large');
    if (expected === 'bytes') return bytes;
    if (isPicture) {
      if (!isPng(bytes)) throw this.#unusable(operation, 'its reply is not a PNG picture');
      if (excessiveSize(bytes)) throw this.#unusable(operation, 'its picture is too large');
      return bytes;
    }
    return this.#readJson(operation, bytes);
  }

  async #readJson(operation: Operation, bytes: Buffer): Promise<unknown> {
    const { values } = BUDGETS.reply.parts;
    const schema = operation.response.body;
    if (hasMoreValues(bytes, values))
      throw this.#unusable(operation, `its reply has more than ${values} values`);
    const json = readExact(bytes.toString());
    if (typeof schema === 'string' || json === undefined)
      throw this.#unusable(operation, 'its reply is not JSON');
    if (isDeeperThan(BUDGETS.reply.levels, json))
      throw this.#unusable(operation, `its reply is nested deeper than ${BUDGETS.reply.levels} levels`);
    // The part that fits the contract.
    const { error, value } = await checkReply(schema, json, bytes.length, nextTurn);
    if (error && value === undefined) throw this.#unusable(operation, 'its reply breaks the contract');
    return value;
  }

  #unusable({ summary }: Operation, problem: string): PhoneFailure {
    const message = `The phone ${this.address.name} cannot be used for “${summary}”: ${problem}.`;
    return new PhoneFailure('refused', message);
  }

  #toFailure({ summary }: Operation, error: unknown, timeoutMs: number | undefined): PhoneFailure {
    const { name } = this.address;
    if (timeoutMs !== undefined)
      return new PhoneFailure(
        'timeout',
        `The phone ${name} did not do “${summary}” within ${Math.round(timeoutMs / 100) / 10} seconds.`,
      );
    if (error instanceof PhoneFailure) return error;
    const cause = toError(error);
    return new PhoneFailure('disconnected', `The phone ${name} was disconnected during “${summary}”.`, {
      cause,
    });
  }
}

// Servers resolve segments of dots to another path.
function pathOf(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = params[name] ?? '';
    if (/^\.{0,2}$|[/\\\p{Cc}]/u.test(text))
      throw new PhoneFailure('refused', `“${text}” is not a name that can be sent to a service.`);
    return encodeURIComponent(text.toWellFormed());
  });
}

/** A file to send. */
interface FileBody {
  readonly file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
}

function contentOf(
  { bodyType }: Operation,
  body: unknown,
): { readonly headers?: Readonly<Record<string, string>>; readonly body?: string | FormData } {
  if (bodyType === 'json')
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { file } = body as FileBody;
  const form = new FormData();
  form.set('file', new Blob([file.bytes]), file.name);
  return { body: form };
}

async function readBody({ body }: Response, most: number): Promise<Buffer | undefined> {
  return body ? readBytes(body, most) : Buffer.alloc(0);
}
