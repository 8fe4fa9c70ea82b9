import { isLoopbackHost, isSecureUrl } from '../util/loopback.ts';

/** A service, with its address and the prefix of its delivery headers. */
export interface Connection {
  /**
   * Storage key for API key, links and other data, made from `keptAs` and the address: no data carries over to a new
   * address.
   */
  readonly id: string;
  readonly name: string;
  /** The name at the time when the address was set; renaming does not change it. */
  readonly keptAs: string;
  readonly kind: 'sandbox' | 'service';
  /** Absolute URL that ends with the version segment (spec 1); empty for the sandbox, which chooses a port itself. */
  readonly baseUrl: string;
  /** The word that replaces `Service` in header names such as `X-Service-Timestamp` (spec 6.2). */
  readonly headerPrefix: string;
}

/** The built-in connection to the local sandbox. */
export const SANDBOX: Connection = {
  id: 'sandbox',
  name: 'Sandbox',
  keptAs: 'Sandbox',
  kind: 'sandbox',
  baseUrl: '',
  headerPrefix: 'Service',
};

/** Creates a connection to a service. The ID changes with the address, but not with the name. */
export function serviceConnection(
  name: string,
  baseUrl: string,
  headerPrefix = 'Service',
  keptAs = name,
): Connection {
  return { id: `${keptAs}|${baseUrl}`, name, keptAs, kind: 'service', baseUrl, headerPrefix };
}

/** A normalized base URL, or a user-facing sentence that explains the problem. */
type CheckedUrl = { readonly url: string } | { readonly problem: string };

/** Returns true if a connection offers the operations that only the sandbox has, such as trial runs, traces, and mail. */
export function offersSandboxOperations(connection: Connection | undefined): boolean {
  return connection?.kind === 'sandbox';
}

/** Returns true if a connection is the sandbox or a service on this computer. */
export function isLocalConnection({ kind, baseUrl }: Connection): boolean {
  return kind === 'sandbox' || isLoopbackHost(new URL(baseUrl).hostname);
}

/**
 * Checks that a base URL is absolute, uses https (or http on loopback) and has no credentials, query or fragment.
 * Removes trailing slashes.
 */
export function checkBaseUrl(text: string): CheckedUrl {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return { problem: 'Enter a whole address, such as https://api.example.com/v1.' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: `An address starts with https://, not ${url.protocol}//.` };
  }
  if (!isSecureUrl(url)) {
    return { problem: 'Use https:// so that the API key cannot be read on the way.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'Leave user name and password out of the address; sign in with an API key instead.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { problem: 'Leave out everything after ? or # in the address.' };
  }
  return { url: url.href.replace(/\/+$/, '') };
}

/**
 * Returns true if a checked base URL lacks the version segment, without which the service responds with 404 (spec 9.1,
 * wire facts 16).
 */
export function lacksVersion(baseUrl: string): boolean {
  return !/\/v\d+$/.test(baseUrl);
}
