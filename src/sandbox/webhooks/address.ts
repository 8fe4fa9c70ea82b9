import { BlockList, isIP } from 'node:net';

/** Tells whether a port of this computer may be called. */
export type MayCallPort = (port: number) => boolean;

const special4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special4.addSubnet(network, prefix, 'ipv4');
}

// Nothing else of IPv6 is routed in the internet: not `::/96`, `64:ff9b::/32`, `fc00::/7`, `fe80::/9` or `ff00::/8`.
const routed6 = new BlockList();
routed6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Explains why an address may not be called, or answers undefined: it must be public HTTPS (spec 6.1), or `http://` or
 * `https://` on a port of this computer that may be called.
 */
export function addressProblem(text: string, mayCallPort: MayCallPort): string | undefined {
  if (!URL.canParse(text)) return 'must be a whole address';
  const { protocol, hostname, port, username, password } = new URL(text);
  const host = plainHost(hostname);
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  if (isThisComputer(hostname)) {
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    if (/^https?:$/.test(protocol) && mayCallPort(number)) return undefined;
    return `must be public; the sandbox was not told that port ${number} of this computer may be called`;
  }
  if (protocol !== 'https:') return 'must begin with https://';
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicIp(host))
    return 'must be public, not an address of a private network';
  return undefined;
}

/** Tells whether the host name of a URL means this computer and nothing else, whatever a name server says. */
export function isThisComputer(hostname: string): boolean {
  const host = plainHost(hostname);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Whether an IP address is one of the internet's, not of this computer, a private or a special network. */
export function isPublicIp(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  switch (isIP(plain)) {
    case 4:
      return !special4.check(plain, 'ipv4');
    case 6:
      return routed6.check(plain, 'ipv6') && !special6.check(plain, 'ipv6');
    default:
      return false;
  }
}

// Names that only a local network or this computer knows.
function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(?:local|localhost)$/.test(host);
}

// The dot at the end of a name changes nothing but how it is looked up.
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}
