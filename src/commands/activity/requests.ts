import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { SeenRequest } from '../../stores/requestStore.ts';
import { chooseId, chooseIds, done } from '../prompts/ask.ts';
import { readBaseUrl } from '../../appState/baseUrl.ts';
import { BODY_FILE, curlText } from '../../wording/curlText.ts';
import type { CommandRow } from '../../contributions/command.ts';

/**
 * Copies requests of this window as curl commands without the key. Bodies are not stored, so they are read from a file.
 */
export async function copyAsCurl(services: Services, rows: readonly CommandRow[]): Promise<void> {
  const { requests } = services.requests;
  if (requests.length === 0) {
    void dialogs.showInformationMessage('No requests have been sent yet.');
    return;
  }
  const choices = requests.map(({ id, method, path, status }) => ({
    id,
    label: `${method} ${path}`,
    description: status === undefined ? 'no answer' : String(status),
  }));
  const ids =
    rows.length > 0 ? rows.map(({ record }) => record.id) : await chooseIds('Copy Request as curl', choices);
  const chosen = requests.filter(({ id }) => ids?.includes(id));
  if (chosen.length === 0) return;
  const { operationWithId } = await import('../../contract/operations.ts');
  const takesBody = ({ operation }: SeenRequest): boolean => operationWithId(operation)?.body !== undefined;
  const texts = chosen.map(async request => {
    const body = takesBody(request) ? { body: { file: BODY_FILE } } : {};
    return curlText(await readBaseUrl(request.connection, services.sandbox), { ...request, ...body });
  });
  await vscode.env.clipboard.writeText((await Promise.all(texts)).join('\n\n'));
  const file = chosen.some(takesBody) ? ` and write the body to ${BODY_FILE}` : '';
  done(`Copied. Set API_KEY in your shell${file} before you run it.`);
}

/** Copies the trace ID of a request, which support staff of the service can look up. */
export async function copyTrace(services: Services, row: CommandRow | undefined): Promise<void> {
  const traced = services.requests.requests.filter(({ traceId }) => traceId !== undefined);
  if (traced.length === 0) {
    void dialogs.showInformationMessage('No answer has had a trace ID yet.');
    return;
  }
  const choices = traced.map(({ traceId = '', method, path, status }) => ({
    id: traceId,
    label: `${method} ${path}`,
    description: String(status),
  }));
  const given = traced.find(({ id }) => id === row?.record.id)?.traceId;
  const trace = given ?? (await chooseId('Copy Trace ID', choices, { anyId: true }));
  if (trace === undefined) return;
  await vscode.env.clipboard.writeText(trace);
  done('Copied the trace ID.');
}
