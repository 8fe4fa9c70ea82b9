import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '../util/loopback.ts';
import { CallFailure } from './callFailure.ts';
import type { ProxyPolicy } from './proxyPolicy.ts';

/** Longer entries are not names of hosts. */
const MAX_ENTRY = 300;

/**
 * Returns the proxy for requests to an origin, or undefined for a direct connection. Throws CallFailure
 * `invalidRequest` for an invalid proxy URL, without quoting it, since it may contain a password.
 */
export function proxyFor(origin: URL, policy: ProxyPolicy): string | undefined {
  if (!policy.support || isLoopbackHost(origin.hostname)) return undefined;
  const excluded = [...policy.noProxy, readVariable(policy, 'NO_PROXY')].flatMap(splitList);
  if (excluded.some(entry => matchesEntry(entry, origin))) return undefined;
  const scheme = origin.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = policy.proxy ?? readVariable(policy, scheme) ?? readVariable(policy, 'ALL_PROXY');
  return proxy === undefined ? undefined : checkProxyUrl(withScheme(proxy.trim()));
}

/**
 * Returns true if an entry stands for a host: `*`, `<local>`, a range of addresses such as `10.0.0.0/8`, a host, a domain
 * with or without a leading dot, or either with `*` in it; with an optional port.
 */
function matchesEntry(entry: string, origin: URL): boolean {
  const text = entry.toLowerCase().replace(/^[a-z]+:\/\//, '');
  const host = hostOf(origin.hostname.toLowerCase());
  if (text === '' || text.length > MAX_ENTRY) return false;
  if (text === '*') return true;
  if (text === '<local>') return !host.includes('.') && !isIP(host);
  if (text.includes('/')) return isInRange(host, text);
  const [, name = '', port] = isIP(text) ? ['', text] : (/^(.*?)(?::(\d+))?$/.exec(text) ?? []);
  if (port !== undefined && port !== portOf(origin)) return false;
  const domain = hostOf(name.replace(/^\*?\./, ''));
  if (domain === '') return false;
  if (domain.includes('*')) return matchesGlob(host, domain);
  return host === domain || (!isIP(domain) && host.endsWith(`.${domain}`));
}

/** Returns a host without brackets around an address, and without the dot that ends a whole name. */
function hostOf(name: string): string {
  return name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(hostOf(network));
  if (
    family === 0 ||
    family !== isIP(host) ||
    !/^\d{1,3}$/.test(bits) ||
    Number(bits) > (family === 4 ? 32 : 128)
  )
    return false;
  const list = new BlockList();
  const name = family === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(hostOf(network), Number(bits), name);
  return list.check(host, name);
}

/** Returns true if a text matches a pattern in which `*` stands for any characters. */
function matchesGlob(text: string, glob: string): boolean {
  const parts = glob.split('*');
  const [first = '', last = ''] = [parts.shift(), parts.pop()];
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of parts) {
    const at = text.indexOf(part, end);
    if (at === -1) return false;
    end = at + part.length;
  }
  return text.length - last.length >= end && text.endsWith(last);
}

function portOf(origin: URL): string {
  return origin.port || (origin.protocol === 'https:' ? '443' : '80');
}

function readVariable({ environment }: ProxyPolicy, name: string): string | undefined {
  return environment[name.toLowerCase()] || environment[name] || undefined;
}

function splitList(text: string | undefined): string[] {
  return text?.split(/[\s,;]+/) ?? [];
}

function checkProxyUrl(proxy: string): string {
  // The name of the service is always resolved by the proxy, which the h stands for.
  const plain = proxy.replace(/^socks5h:/i, 'socks5:');
  if (URL.canParse(plain) && /^(https?|socks5?):/i.test(plain)) return plain;
  const problem = 'the proxy of the settings or the environment is not an http, https, socks5 or socks5h URL';
  throw new CallFailure({ kind: 'invalidRequest', field: 'http.proxy', problem });
}

function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}
