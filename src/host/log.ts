import * as vscode from 'vscode';
import type { Exchange } from '../client/exchange.ts';

/** The output channel "Cloud Devices". */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Cloud Devices', { log: true });
}

/** One line for each attempt of a request: method, path, status, time and trace; no key, no bodies. */
export function logExchange(log: vscode.LogOutputChannel, exchange: Exchange): void {
  const { method, path, status, ms, traceId, attempt, failure } = exchange;
  const parts = [
    method,
    path,
    status === undefined ? (failure ?? 'no answer') : String(status),
    `${Math.round(ms)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(traceId === undefined ? [] : [`trace ${traceId}`]),
  ];
  const line = parts.join(' · ');
  if (failure === undefined) log.info(line);
  else log.warn(line);
}
