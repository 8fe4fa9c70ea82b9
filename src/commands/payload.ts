import * as vscode from 'vscode';
import { isObject } from '../util/isObject.ts';

/** Asks for a JSON object, beginning with the given one; undefined when the person leaves. */
export async function askPayload(
  title: string,
  sample: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown> | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: 'A JSON object, as the trigger would bring it',
    value: JSON.stringify(sample),
    ignoreFocusOut: true,
    validateInput: value =>
      readObject(value) ? undefined : 'Enter a JSON object, such as {"city": "Paris"}.',
  });
  return text === undefined ? undefined : readObject(text);
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
