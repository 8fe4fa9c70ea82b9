import { isLoopbackHost } from '../util/loopback.ts';

/** A service the person works with: where it is and how its deliveries' headers are named. */
export interface Connection {
  /** What a key, links and all else are kept under: `keptAs` and the address, so that nothing follows a changed address. */
  readonly id: string;
  readonly name: string;
  /** The name that it had when it got its address; stays when it is renamed. */
  readonly keptAs: string;
  readonly kind: 'sandbox' | 'service';
  /** Absolute URL that ends with the version segment (spec 1); empty for the sandbox, which picks a port. */
  readonly baseUrl: string;
  /** The word for `Service` in header names such as `X-Service-Timestamp` (spec 6.2). */
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

/** A connection to a service under a name; the id changes when the address does, and stays under a new name. */
export function serviceConnection(
  name: string,
  baseUrl: string,
  headerPrefix = 'Service',
  keptAs = name,
): Connection {
  return { id: `${keptAs}|${baseUrl}`, name, keptAs, kind: 'service', baseUrl, headerPrefix };
}

/** A base URL in one form, or what is wrong with it in a sentence for people. */
export type CheckedUrl = { readonly url: string } | { readonly problem: string };

/**
 * Checks a base URL: absolute, https unless it is loopback, without credentials, query or fragment. The
 * result has no slash at its end.
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
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
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

/** Whether a checked base URL lacks the version; the service then answers 404 (spec 9.1, wire facts 16). */
export function lacksVersion(baseUrl: string): boolean {
  return !/\/v\d+$/.test(baseUrl);
}
