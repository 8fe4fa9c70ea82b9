import * as vscode from 'vscode';
import { chooseIds, done } from './ask.ts';
import { curlText } from '../host/curlText.ts';
import { linesOf } from './lineArgument.ts';
import type { Services } from './services.ts';

/** Copies requests of this window as curl commands, without the key. */
export async function copyAsCurl(services: Services, argument?: unknown, selection?: unknown): Promise<void> {
  const { requests } = services.requests;
  if (requests.length === 0) {
    void vscode.window.showInformationMessage('No request was sent yet.');
    return;
  }
  const lines = linesOf('request', argument, selection);
  const choices = requests.map(({ id, method, path, status }) => ({
    id,
    label: `${method} ${path}`,
    description: status === undefined ? 'no answer' : String(status),
  }));
  const ids =
    lines.length > 0
      ? lines.map(({ record }) => record.id)
      : await chooseIds('Copy Request as curl', Promise.resolve(choices));
  const chosen = requests.filter(({ id }) => ids?.includes(id));
  if (chosen.length === 0) return;
  const baseUrl = await baseUrlOf(services);
  await vscode.env.clipboard.writeText(chosen.map(request => curlText(baseUrl, request)).join('\n\n'));
  done('Copied. Set API_KEY in your shell before you run it.');
}

/** Copies the trace id of a request, which the service's support can look up. */
export async function copyTrace(services: Services, argument?: unknown): Promise<void> {
  const [line] = linesOf('request', argument, undefined);
  const traced = services.requests.requests.filter(({ traceId }) => traceId !== undefined);
  const trace = traced.find(({ id }) => id === line?.record.id) ?? traced[0];
  if (trace?.traceId === undefined) {
    void vscode.window.showInformationMessage('No answer named a trace so far.');
    return;
  }
  await vscode.env.clipboard.writeText(trace.traceId);
  done('Copied the trace ID.');
}

async function baseUrlOf({ session, sandbox }: Services): Promise<string> {
  const connection = session.require();
  return connection.kind === 'sandbox' ? (await sandbox.start()).baseUrl : connection.baseUrl;
}
