/** Returns true if requests to this port on the local computer are allowed. */
export type MayCallPort = (port: number) => boolean;

type Network = readonly [address: string, prefix: number];

const SPECIAL_4: readonly Network[] = [
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
];

// All other IPv6 ranges are not routed on the internet: `::/96`, `64:ff9b::/32`, `fc00::/7`, `fe80::/9`, `ff00::/8`.
const ROUTED_6: Network = ['2000::', 3];
const SPECIAL_6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * Returns why requests to a URL are not allowed, or undefined if they are: the URL must be public HTTPS (spec 6.1), or
 * `http://` or `https://` on an allowed port of this computer.
 */
export function addressProblem(text: string, mayCallPort: MayCallPort): string | undefined {
  if (!URL.canParse(text)) return 'must be a whole address';
  const { protocol, hostname, port, username, password } = new URL(text);
  const host = plainHost(hostname);
  if (username !== '' || password !== '') return 'must not hold a user name or a password';
  if (isThisComputer(hostname)) {
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    if (/^https?:$/.test(protocol) && mayCallPort(number)) return undefined;
    return `must be public; port ${number} of this computer may not be called`;
  }
  if (protocol !== 'https:') return 'must begin with https://';
  if (bitsOf(host) === undefined ? isLocalName(host) : !isPublicIp(host))
    return 'must be public, not an address of a private network';
  return undefined;
}

/** Returns true if a URL's host name always means this computer, whatever DNS says. */
export function isThisComputer(hostname: string): boolean {
  const host = plainHost(hostname);
  return host === 'localhost' || host === '::1' || (bitsOf(host)?.length === 32 && host.startsWith('127.'));
}

/** Returns true if an IP address is public: not loopback, private or otherwise reserved. */
export function isPublicIp(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  const bits = bitsOf(plain);
  if (bits?.length === 32) return !SPECIAL_4.some(network => isWithin(bits, network));
  if (bits?.length === 128)
    return isWithin(bits, ROUTED_6) && !SPECIAL_6.some(network => isWithin(bits, network));
  return false;
}

function isWithin(bits: string, [network, prefix]: Network): boolean {
  return bitsOf(network)?.slice(0, prefix) === bits.slice(0, prefix);
}

/** Returns the bits of an IP address, 32 or 128; undefined for any other text. */
function bitsOf(address: string): string | undefined {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) {
    const bytes = address.split('.');
    return bytes.every(byte => Number(byte) < 256 && String(Number(byte)) === byte)
      ? bytes.map(byte => binary(Number(byte), 8)).join('')
      : undefined;
  }
  // URL normalizes every notation to hexadecimal groups.
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined;
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const first = groups(front);
  const last = groups(back ?? '');
  const gap = Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...gap, ...last].map(group => binary(Number.parseInt(group, 16), 16)).join('');
}

function binary(value: number, length: number): string {
  return value.toString(2).padStart(length, '0');
}

// Names that resolve only on a local network or on this computer.
function isLocalName(host: string): boolean {
  return !host.includes('.') || /\.(?:local|localhost)$/.test(host);
}

// A trailing dot affects only the DNS lookup.
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}
