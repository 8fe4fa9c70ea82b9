import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import type { ProxyPolicy } from './proxyPolicy.ts';

/**
 * Returns the trusted certificates: the built-in ones, the system's if the policy includes them, and those of
 * NODE_EXTRA_CA_CERTS. Returns undefined if this version of Node cannot list them, which keeps Node's default.
 */
export function trustedCertificates(policy: ProxyPolicy): string[] | undefined {
  // Absent before Node 22.15.
  const getCertificates = (tls as Partial<typeof tls>).getCACertificates;
  if (!getCertificates) return undefined;
  const system = policy.systemCertificates ? readOrEmpty(() => getCertificates('system')) : [];
  const path = policy.environment['NODE_EXTRA_CA_CERTS'];
  const extra = path ? readOrEmpty(() => [readFileSync(path, 'utf8')]) : [];
  return [...new Set([...getCertificates('default'), ...system, ...extra])];
}

// An unreadable store or file must not prevent the others from being trusted.
function readOrEmpty(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
