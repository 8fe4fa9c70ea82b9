import type { Client } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/failure.ts';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import { reply } from './memorySources.ts';

/** A call about a device, as the client was asked for it. */
export interface DeviceCall {
  readonly operation: string;
  readonly deviceId: string;
  readonly display: number | undefined;
  readonly body: unknown;
  readonly query: unknown;
}

interface CallInput {
  readonly params: { readonly deviceId: string };
  readonly headers?: { readonly 'x-device-display-id'?: number };
  readonly body?: unknown;
  readonly query?: unknown;
}

/** The failure of a call about a device that the service refuses. */
export function refusal(status: number, message = 'It does not.', retryAfterMs?: number): ApiError {
  return new ApiError(
    { kind: 'refused', status, body: 'device', code: undefined, message, problems: [] },
    { operation: 'takeScreenshot', traceId: undefined, retryAfterMs, retryable: false },
  );
}

/** Devices of a service in memory: they note what is asked of them, and answer alike. */
export class MemoryDevices {
  readonly calls: DeviceCall[] = [];
  /** What is known of each of them. */
  record: { name?: string; state?: string; stateMessage?: string; type?: string } = {
    name: 'Test phone',
    state: 'ready',
    type: 'phone',
  };
  capabilities: Record<string, boolean> = {};
  /** The size of their screens as their elements tell it, and of their pictures. */
  bounds: { width: number; height: number } | undefined = { width: 1080, height: 2400 };
  pixels = { width: 540, height: 1200 };
  elements: UiNode = {};
  position = { latitude: 1, longitude: 2 };
  /** Why an operation fails, by its name; may depend on the device or the display. */
  readonly failures = new Map<string, (call: DeviceCall) => Error | undefined>();
  readonly #holds = new Map<string, Promise<unknown>>();

  /** A client whose calls all reach these devices. */
  readonly client = new Proxy({} as Client, {
    // A promise looks for `then`, which is no operation.
    get: (_, operation) =>
      typeof operation === 'string' && operation !== 'then'
        ? (input: CallInput) => this.#answer(operation, input)
        : undefined,
  });

  /** What was asked of operations, oldest first; of all of them without any. */
  asked(...operations: readonly string[]): readonly DeviceCall[] {
    return this.calls.filter(({ operation }) => operations.length === 0 || operations.includes(operation));
  }

  /** How often an operation was asked for. */
  count(operation: string): number {
    return this.asked(operation).length;
  }

  /** Fails an operation until what it answers is called. */
  fail(operation: string, error: Error): () => void {
    this.failures.set(operation, () => error);
    return () => void this.failures.delete(operation);
  }

  /** Lets an operation wait for its answer until what it answers is called. */
  hold(operation: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#holds.set(operation, promise);
    return () => {
      this.#holds.delete(operation);
      resolve(undefined);
    };
  }

  async #answer(operation: string, { params, headers, body, query }: CallInput): Promise<unknown> {
    const { deviceId } = params;
    const call = { operation, deviceId, display: headers?.['x-device-display-id'], body, query };
    this.calls.push(call);
    await this.#holds.get(operation);
    const failure = this.failures.get(operation)?.(call);
    if (failure) throw failure;
    return reply(this.#value(operation));
  }

  #value(operation: string): unknown {
    switch (operation) {
      case 'getDevice':
        return { ...this.record, id: 'secret-canary' };
      case 'getDeviceCapabilities':
        return { capabilities: this.capabilities };
      case 'getLocation':
        return this.position;
      case 'getUiState':
        return { a11y_tree: this.elements, device_context: { screen_bounds: this.bounds } };
      case 'takeScreenshot':
        return pngOf(this.pixels);
      default:
        return undefined;
    }
  }
}

/** The beginning of a PNG, which names its size. */
function pngOf({ width, height }: { readonly width: number; readonly height: number }): Uint8Array {
  const bytes = new Uint8Array(24);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
