import { isLoopbackHost } from '../util/loopback.ts';
import { CallFailure } from './callFailure.ts';
import type { ProxyPolicy } from './proxyPolicy.ts';

/**
 * Returns the proxy for requests to an origin, or undefined for a direct connection. Throws CallFailure
 * `invalidRequest` for an invalid proxy URL, without quoting it, since it may contain a password.
 */
export function proxyFor(origin: URL, policy: ProxyPolicy): string | undefined {
  if (!policy.support || isLoopbackHost(origin.hostname)) return undefined;
  const excluded = [...policy.noProxy, ...splitList(readVariable(policy, 'NO_PROXY'))];
  if (excluded.some(entry => matchesEntry(entry, origin))) return undefined;
  const scheme = origin.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = policy.proxy ?? readVariable(policy, scheme) ?? readVariable(policy, 'ALL_PROXY');
  return proxy === undefined ? undefined : checkProxyUrl(withScheme(proxy));
}

// An entry is `*`, a host, or a domain with or without a leading dot or `*.`, each with an optional port.
function matchesEntry(entry: string, origin: URL): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '') return false;
  if (text === '*') return true;
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  if (port !== undefined && port !== portOf(origin)) return false;
  const domain = name.replace(/^\*?\.?/, '');
  const host = origin.hostname.toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

function portOf(origin: URL): string {
  return origin.port || (origin.protocol === 'https:' ? '443' : '80');
}

function readVariable({ environment }: ProxyPolicy, name: string): string | undefined {
  return environment[name.toLowerCase()] || environment[name] || undefined;
}

function splitList(text: string | undefined): string[] {
  return text?.split(',') ?? [];
}

function checkProxyUrl(proxy: string): string {
  if (URL.canParse(proxy) && /^(https?|socks5?):/i.test(proxy)) return proxy;
  const problem = 'the proxy of the settings or the environment is not an http, https or socks5 URL';
  throw new CallFailure({ kind: 'invalidRequest', field: 'http.proxy', problem });
}

function withScheme(proxy: string): string {
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}
