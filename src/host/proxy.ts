import * as vscode from 'vscode';
import type { ProxyPolicy } from '../client/proxyPolicy.ts';

/** Returns VS Code's proxy and certificate settings (`http.*`) as the client expects them. */
export function readProxyPolicy(): ProxyPolicy {
  const http = vscode.workspace.getConfiguration('http');
  return {
    support: http.get<string>('proxySupport') !== 'off',
    proxy: http.get<string>('proxy') || undefined,
    noProxy: http.get<string[]>('noProxy') ?? [],
    strictSSL: http.get<boolean>('proxyStrictSSL') ?? true,
    authorization: http.get<string | null>('proxyAuthorization') ?? undefined,
    systemCertificates: http.get<boolean>('systemCertificates') ?? true,
    environment: process.env,
  };
}
