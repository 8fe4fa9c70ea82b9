import * as vscode from 'vscode';
import { chooseId, done } from './ask.ts';
import { curlText } from '../host/curlText.ts';
import { linesOf } from './lineArgument.ts';
import type { Services } from './services.ts';

/** Copies a request of this window as a curl command, without the key. */
export async function copyAsCurl(services: Services, argument?: unknown): Promise<void> {
  const { requests } = services.requests;
  if (requests.length === 0) {
    void vscode.window.showInformationMessage('No request was sent yet.');
    return;
  }
  const [line] = linesOf('request', argument, undefined);
  const choices = requests.map(({ id, method, path, status }) => ({
    id,
    label: `${method} ${path}`,
    description: status === undefined ? 'no answer' : String(status),
  }));
  const id = line?.record.id ?? (await chooseId('Copy Request as curl', Promise.resolve(choices)));
  const request = requests.find(one => one.id === id);
  if (!request) return;
  await vscode.env.clipboard.writeText(curlText(await baseUrlOf(services), request));
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
