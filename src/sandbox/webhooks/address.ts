import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '../../util/loopback.ts';

const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

/**
 * What is wrong with an endpoint's address, or undefined: it must be public HTTPS (spec 6.1). Where the
 * sandbox was told so, `http://` and `https://` on this computer are taken as well.
 */
export function addressProblem(text: string, loopbackAllowed: boolean): string | undefined {
  const { protocol, hostname, username, password } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  if (isLoopbackHost(hostname)) {
    if (loopbackAllowed && /^https?:$/.test(protocol)) return undefined;
    return 'must be public; this computer is reached only when the sandbox allows loopback webhooks';
  }
  if (protocol !== 'https:') return 'must begin with https://';
  if (isIP(host) !== 0 && !isPublicIp(host)) return 'must be public, not an address of a private network';
  return undefined;
}

/** Whether an IP address is one of the internet's, not of this computer, a private or a special network. */
export function isPublicIp(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return !special.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
