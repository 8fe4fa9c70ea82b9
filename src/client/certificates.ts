import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { ProxyPolicy } from './proxyPolicy.ts';

/**
 * Returns the trusted certificates: the built-in ones, the system's if the policy includes them, and those of
 * NODE_EXTRA_CA_CERTS. Returns undefined if this version of Node cannot list them, which keeps Node's default.
 */
export function trustedCertificates(policy: ProxyPolicy): string[] | undefined {
  // Absent before Node 22.15.
  const list = (tls as Partial<typeof tls>).getCACertificates;
  if (!list) return undefined;
  const system = policy.systemCertificates ? readable(() => list('system')) : [];
  const path = policy.environment['NODE_EXTRA_CA_CERTS'];
  const extra = path ? readable(() => [readFileSync(path, 'utf8')]) : [];
  return [...new Set([...list('default'), ...system, ...extra])];
}

// An unreadable store or file must not prevent the others from being trusted.
function readable(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
