import { maxHeaderSize } from 'node:http';
import { shorten } from '../util/plainText.ts';
import { isObject } from '../util/isObject.ts';
import { ProxyError } from './proxyError.ts';
import type { Failure } from './failure.ts';
import { CONNECT_TIMEOUT_MS, DEFAULT_TIMEOUT_MS } from './timeouts.ts';

/** Maps a network error to a failure by its error code or that of its causes. */
export function toNetworkFailure(
  error: unknown,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  silenceMs = DEFAULT_TIMEOUT_MS,
): Failure {
  const proxyFailure = findProxyFailure(error);
  if (proxyFailure) return proxyFailure;
  const coded = findCodedError(error);
  const code = coded?.code;
  if (code === undefined) return { kind: 'connectionLost', code: undefined };
  if (code === 'ECONNREFUSED') return { kind: 'connectionRefused' };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { kind: 'unknownHost', host: coded?.hostname ?? 'of this connection' };
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'timeout', ms: CONNECT_TIMEOUT_MS };
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return { kind: 'timeout', ms: timeoutMs };
  if (code === 'UND_ERR_BODY_TIMEOUT') return { kind: 'timeout', ms: silenceMs };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'headersTooLarge', limitBytes: maxHeaderSize };
  if (isTlsCode(code)) return { kind: 'tls', code };
  return { kind: 'connectionLost', code };
}

/** Returns the failure of a proxy; undefined if another part of the connection failed. */
function findProxyFailure(error: unknown, depth = 0): Failure | undefined {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return undefined;
  if (error instanceof ProxyError) {
    const { proxy, status, cause } = error;
    return proxyFailure(`The proxy ${shorten(proxy, MAX_PROXY)}`, status, findCodedError(cause)?.code);
  }
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === 'string' && code.startsWith('UND_ERR_SOCKS5'))
    return proxyFailure('The proxy', undefined, code);
  return findProxyFailure(error.cause, depth + 1);
}

function proxyFailure(name: string, proxyStatus: number | undefined, code: string | undefined): Failure {
  const what =
    proxyStatus === undefined
      ? describeProxyCode(code)
      : proxyStatus === 407
        ? 'requires a user name and a password, in its address or in http.proxyAuthorization'
        : proxyStatus === 403
          ? 'does not allow connections to the service'
          : proxyStatus >= 500
            ? 'could not reach the service'
            : 'refused to connect';
  const detail = proxyStatus ?? code;
  const sentence = `${name} ${what}${detail === undefined ? '' : ` (${detail})`}.`;
  return { kind: 'proxy', proxyStatus, code, sentence };
}

function describeProxyCode(code = ''): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'was not found';
  if (code.startsWith('UND_ERR_SOCKS5')) return 'refused to connect';
  return isTlsCode(code) ? 'has a certificate that is not trusted' : 'does not respond';
}

/** The maximum length of the host of a proxy in a sentence. */
const MAX_PROXY = 30;

/** The maximum number of causes of an error that are looked at. */
const MAX_CAUSES = 4;

interface CodedError {
  readonly code: string;
  readonly hostname: string | undefined;
}

function findCodedError(error: unknown, depth = 0): CodedError | undefined {
  if (!(error instanceof Error) || !isObject(error) || depth > MAX_CAUSES) return undefined;
  const { code, hostname } = error;
  if (typeof code === 'string') {
    return { code, hostname: typeof hostname === 'string' ? hostname : undefined };
  }
  // Trying several addresses of one host fails with one error that contains the others.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return findCodedError(inner, depth + 1);
}

function isTlsCode(code: string): boolean {
  return /CERT|_TLS(_|$)|^ERR_TLS|^ERR_SSL|^EPROTO$|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/.test(code);
}
