import * as vscode from 'vscode';
import type { IdsInFiles } from '../stores/deviceStore.ts';
import { isObject } from '../util/isObject.ts';
import { fileText } from './fileText.ts';

const MOST_FILES = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids that the flow files of the workspace name, for services that do not list the records themselves. */
export class FlowFileIds implements IdsInFiles {
  async idsIn(field: 'deviceIds' | 'notifyWebhookId'): Promise<readonly string[]> {
    const files = await vscode.workspace.findFiles('**/*.flow.json', '**/node_modules/**', MOST_FILES);
    const found = await Promise.all(files.toSorted(byPath).map(async file => idsOf(await read(file), field)));
    return [...new Set(found.flat())];
  }
}

// A file with a mistake in it names nothing; the editor tells about the mistake.
async function read(file: vscode.Uri): Promise<unknown> {
  try {
    return JSON.parse(await fileText(file)) as unknown;
  } catch {
    return undefined;
  }
}

function idsOf(body: unknown, field: string): string[] {
  const value = isObject(body) ? body[field] : undefined;
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ids.flatMap(id => (typeof id === 'string' && UUID.test(id) ? [id.toLowerCase()] : []));
}

function byPath(one: vscode.Uri, other: vscode.Uri): number {
  return one.path < other.path ? -1 : 1;
}
