import type { Location } from '../../../contract/records/gesture.ts';
import type { Handlers } from '../../runtime/handler.ts';
import type { Service } from '../../runtime/service.ts';
import { reach, type DisplayTarget, targetOf } from './reach.ts';
import { reachPhone } from './reachPhone.ts';
import { connectProxy, disconnectProxy } from './simulated/position.ts';

/** Handlers for device positions, and for the proxies that change them (spec 4.8). */
export const locationHandlers = {
  getLocation: async ({ params, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'geo');
    return { ...(await driver.position.read({ signal })) };
  },
  setLocation: ({ params, headers, body, service, signal }) =>
    moveDevice(service, targetOf(params, headers), body, signal),
  resetLocation: ({ params, headers, service, signal }) =>
    moveDevice(service, targetOf(params, headers), null, signal),
  getProxy: ({ params, headers, service }) => {
    const { phone } = reach(service.store, targetOf(params, headers), 'proxy');
    const isConnected = phone.proxy !== null;
    return {
      connected: isConnected,
      name: phone.proxy?.name ?? null,
      protocol: isConnected ? 'socks5' : null,
    };
  },
  connectProxy: ({ params, headers, body, service }): undefined => {
    connectProxy(service, targetOf(params, headers), body);
  },
  disconnectProxy: ({ params, headers, service }): undefined => {
    disconnectProxy(service, targetOf(params, headers));
  },
} as const satisfies Handlers;

/**
 * Moves a device to a position, or with null back to its real one. Throws a 422 Refusal for a device without the geo
 * capability (spec 4.8).
 */
export async function moveDevice(
  service: Service,
  target: DisplayTarget,
  position: Location | null,
  signal: AbortSignal,
): Promise<void> {
  const { driver } = await reachPhone(service, target, signal, 'geo');
  await driver.position.write(position, { signal });
}
