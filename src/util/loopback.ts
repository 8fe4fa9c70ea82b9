/** Returns the port on which a server listens. Throws if it does not listen on one. */
export function portOf(server: { address(): string | { readonly port: number } | null }): number {
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The server does not listen on a port.');
}

/** Returns true if a URL's host name is localhost or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Returns true if a URL uses https, or http to this computer. */
export function isSecureUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Returns the URL in a text if it uses https, or http to this computer. */
export function secureUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && isSecureUrl(url) ? url : undefined;
}
