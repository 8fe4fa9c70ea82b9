import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { ProxyPolicy } from './proxyPolicy.ts';

/**
 * The certificates to trust: the built-in ones, the system's where the policy says so, and those of
 * NODE_EXTRA_CA_CERTS. Undefined where this Node cannot list them, which leaves its own choice in force.
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

// A store or file that cannot be read must not keep the others from being trusted.
function readable(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
