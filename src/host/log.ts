import * as vscode from 'vscode';
import type { Exchange } from '../client/exchange.ts';

export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel('Cloud Devices', { log: true });
}

/** Logs one line per attempt of a request: method, path, status, duration and trace ID, without key and bodies. */
export function logExchange(log: vscode.LogOutputChannel, exchange: Exchange): void {
  const { operation, method, path, status, ms, traceId, attempt, failure } = exchange;
  const parts = [
    method,
    path,
    status === undefined ? (failure ?? 'no answer') : String(status),
    `${Math.round(ms)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(traceId === undefined ? [] : [`trace ${traceId}`]),
  ];
  const line = parts.join(' · ');
  // Screenshots of a live screen would outnumber all other lines.
  if (failure === undefined && operation === 'takeScreenshot') log.debug(line);
  else if (failure === undefined) log.info(line);
  else log.warn(line);
}
