/** The host's proxy and certificate settings as plain data. */
export interface ProxyPolicy {
  /** False sends all requests directly, regardless of the other fields and the environment. */
  readonly support: boolean;
  /** The URL of the proxy; if undefined, HTTP_PROXY and HTTPS_PROXY apply. */
  readonly proxy: string | undefined;
  /** Hosts that bypass the proxy, in the format of NO_PROXY entries. */
  readonly noProxy: readonly string[];
  /** True if certificates are verified, both the proxy's and the server's. */
  readonly strictSSL: boolean;
  /** The value of the Proxy-Authorization header; a secret. */
  readonly authorization: string | undefined;
  /** True if the system's certificates are trusted in addition to the built-in ones. */
  readonly systemCertificates: boolean;
  /** The variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY in either case, and NODE_EXTRA_CA_CERTS. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The policy for a service on this computer: no proxy, and only the built-in certificates. */
export const DIRECT: ProxyPolicy = {
  support: false,
  proxy: undefined,
  noProxy: [],
  strictSSL: true,
  authorization: undefined,
  systemCertificates: false,
  environment: {},
};
