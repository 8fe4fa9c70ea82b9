import assert from 'node:assert/strict';
import type { DeviceError } from '../../src/contract/errors.ts';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import type { UiState } from '../../src/contract/records/uiState.ts';
import { uiStateOf } from '../../src/sandbox/phone/uiState.ts';
import { findElements, type PhoneSelector, appTexts } from '../../src/sandbox/phone/elements.ts';
import type { Point } from '../../src/sandbox/phone/geometry.ts';
import { readPhone } from '../../src/sandbox/records/phone.ts';
import type { Service } from '../../src/sandbox/runtime/service.ts';
import type { TestSandbox } from './sandbox.ts';

/** An error response of a device operation. */
interface DeviceErrorResponse {
  readonly status: number;
  /** The part of the type after `urn:problem:`. */
  readonly code: string;
  readonly body: DeviceError;
  readonly headers: Headers;
}

/** Sends a request for a device by its key; the path is relative to `/devices/{deviceId}`. */
export function callDevice(
  sandbox: TestSandbox,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return sandbox.request(`/devices/${demoDeviceId(key)}${path}`, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Sends a request that must fail in the device error model, and checks the common fields of the error. */
export async function callRefusedDevice(
  ...[sandbox, key, method, path, body, headers]: Parameters<typeof callDevice>
): Promise<DeviceErrorResponse> {
  const response = await callDevice(sandbox, key, method, path, body, headers);
  const problem = (await response.json()) as DeviceError;
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(problem.status, response.status);
  assert.equal(problem.instance, `urn:trace:${response.headers.get('x-trace-id') ?? ''}`);
  assert.ok(problem.title && problem.detail);
  const code = /^urn:problem:(\w+)$/.exec(problem.type ?? '')?.[1];
  assert.ok(code, problem.type ?? '');
  return { status: response.status, code, body: problem, headers: response.headers };
}

/** Returns the gesture log of a device, newest first. */
export async function readGestures(sandbox: TestSandbox, key = 'phone'): Promise<Gesture[]> {
  const response = await sandbox.request(`/../_sandbox/devices/${demoDeviceId(key)}/gestures`);
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: Gesture[] }).data;
}

/** Returns every visible text on a display of a device. */
export function readScreenTexts(service: Service, key = 'phone', displayId = 0): readonly string[] {
  return appTexts(screenNow(service, key, displayId));
}

/** Returns the center of the first element that matches a selector. */
export function findCenter(service: Service, selector: PhoneSelector, key = 'phone'): Point {
  const screen = screenNow(service, key);
  const [found] = findElements(screen, selector);
  assert.ok(found, `${JSON.stringify(selector)} among ${appTexts(screen).join(', ')}`);
  const { left, top, right, bottom } = found.bounds;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

function screenNow(service: Service, key: string, displayId = 0): UiState {
  const device = service.store.devices.get(demoDeviceId(key));
  assert.ok(device);
  const { state, context } = readPhone(service, device);
  return uiStateOf(state, context, { displayId }) ?? {};
}
