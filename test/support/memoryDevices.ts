import type { Client } from '../../src/client/client.ts';
import { ApiError } from '../../src/client/failure.ts';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import { reply } from './memorySources.ts';

/** A client call for a device. */
interface DeviceCall {
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

/** Returns the failure of a device call that the service refuses. */
export function refusal(status: number, message = 'It does not.', retryAfterMs?: number): ApiError {
  return new ApiError(
    { kind: 'refused', status, body: 'device', code: undefined, message, problems: [] },
    { operation: 'takeScreenshot', traceId: undefined, retryAfterMs, retryable: false },
  );
}

/** Devices of a service in memory, which record calls and all respond alike. */
export class MemoryDevices {
  readonly calls: DeviceCall[] = [];
  /** The record of every device. */
  record: { name?: string; state?: string; stateMessage?: string; type?: string } = {
    name: 'Test phone',
    state: 'ready',
    type: 'phone',
  };
  capabilities: Record<string, boolean> = {};
  /** The size of their screens from the elements, and of their screenshots. */
  bounds: { width: number; height: number } | undefined = { width: 1080, height: 2400 };
  /** The size of the screen of a device from its elements. */
  boundsOf: (deviceId: string) => { width: number; height: number } | undefined = () => this.bounds;
  pixels = { width: 540, height: 1200 };
  /** A number that stands for the picture on the screen of a device; equal numbers give equal screenshots. */
  content: (deviceId: string) => number = () => 0;
  elements: UiNode = {};
  position = { latitude: 1, longitude: 2 };
  /** Errors of operations by name, which may depend on the device or the display. */
  readonly failures = new Map<string, (call: DeviceCall) => Error | undefined>();
  readonly #holds = new Map<string, Promise<unknown>>();

  /** A client whose calls all reach these devices. */
  readonly client = new Proxy({} as Client, {
    // Promises look up `then`, which is not an operation.
    get: (_, operation) =>
      typeof operation === 'string' && operation !== 'then'
        ? (input: CallInput) => this.#answer(operation, input)
        : undefined,
  });

  /** Returns the calls of the given operations, or all, oldest first. */
  callsOf(...operations: readonly string[]): readonly DeviceCall[] {
    return this.calls.filter(({ operation }) => operations.length === 0 || operations.includes(operation));
  }

  /** Returns the number of calls of an operation. */
  count(operation: string): number {
    return this.callsOf(operation).length;
  }

  /** Makes an operation fail until the returned function is called. */
  fail(operation: string, error: Error): () => void {
    this.failures.set(operation, () => error);
    return () => void this.failures.delete(operation);
  }

  /** Delays the response of an operation until the returned function is called. */
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
    return reply(this.#value(operation, deviceId));
  }

  #value(operation: string, deviceId: string): unknown {
    switch (operation) {
      case 'getDevice':
        return { ...this.record, id: 'secret-canary' };
      case 'getDeviceCapabilities':
        return { capabilities: this.capabilities };
      case 'getLocation':
        return this.position;
      case 'getUiState':
        return { a11y_tree: this.elements, device_context: { screen_bounds: this.boundsOf(deviceId) } };
      case 'takeScreenshot':
        return pngOf(this.pixels, this.content(deviceId));
      default:
        return undefined;
    }
  }
}

/** Returns the start of a PNG with its size, and a number in place of its content. */
function pngOf(
  { width, height }: { readonly width: number; readonly height: number },
  content: number,
): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(24, content);
  return bytes;
}
