/** How requests reach the service: the host's proxy and certificate settings as plain data. */
export interface ProxyPolicy {
  /** False sends everything directly, whatever the other fields and the environment say. */
  readonly support: boolean;
  /** URL of the proxy; without it the environment's HTTP_PROXY and HTTPS_PROXY count. */
  readonly proxy: string | undefined;
  /** Hosts reached directly, in the form of NO_PROXY entries. */
  readonly noProxy: readonly string[];
  /** Whether certificates are verified, the proxy's and those behind it. */
  readonly strictSSL: boolean;
  /** Value of the Proxy-Authorization header; a secret. */
  readonly authorization: string | undefined;
  /** Whether the system's certificates are trusted besides the built-in ones. */
  readonly systemCertificates: boolean;
  /** HTTP_PROXY, HTTPS_PROXY, NO_PROXY in either case, and NODE_EXTRA_CA_CERTS. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The policy for a service on this computer: no proxy, and the built-in certificates alone. */
export const DIRECT: ProxyPolicy = {
  support: false,
  proxy: undefined,
  noProxy: [],
  strictSSL: true,
  authorization: undefined,
  systemCertificates: false,
  environment: {},
};
