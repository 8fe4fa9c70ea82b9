import type * as vscode from 'vscode';
import type { IdsInFiles } from '../stores/deviceStore.ts';
import { parseExact } from '../util/exactJson.ts';
import { isObject } from '../util/isObject.ts';
import { isUuid } from '../util/isUuid.ts';
import { fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';

const MAX_FILES = 500;

/** Record IDs in the flow files of the workspace, for services that do not list the records themselves. */
export class FlowFileIds implements IdsInFiles {
  async idsIn(field: 'deviceIds' | 'notifyWebhookId'): Promise<readonly string[]> {
    const files = await findFlowFiles({ most: MAX_FILES });
    const found = await Promise.all(files.toSorted(byPath).map(async file => idsOf(await read(file), field)));
    return [...new Set(found.flat())];
  }
}

// Invalid files are skipped; the editor reports their errors.
async function read(file: vscode.Uri): Promise<unknown> {
  try {
    return parseExact(await fileText(file));
  } catch {
    return undefined;
  }
}

function idsOf(body: unknown, field: string): string[] {
  const value = isObject(body) ? body[field] : undefined;
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ids.flatMap(id => (typeof id === 'string' && isUuid(id) ? [id.toLowerCase()] : []));
}

function byPath(first: vscode.Uri, second: vscode.Uri): number {
  return first.path < second.path ? -1 : 1;
}
