import type { LocalReceiver } from './localReceiver.ts';

/** Returns the port of the local receiver, which flow steps may call; empty while it does not listen. */
export function receiverPorts({ address }: Pick<LocalReceiver, 'address'>): readonly number[] {
  return address === undefined ? [] : [Number(new URL(address).port)];
}
