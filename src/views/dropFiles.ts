import * as vscode from 'vscode';
import type { Command } from '../manifest.ts';

/** Runs a command with the files that were dropped on a view. */
export async function dropFiles(command: Command, data: vscode.DataTransfer): Promise<void> {
  const list = (await data.get('text/uri-list')?.asString()) ?? '';
  const files = list
    .split(/\r?\n/)
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => vscode.Uri.parse(line, true))
    .filter(({ scheme }) => scheme === 'file');
  if (files.length > 0) await vscode.commands.executeCommand(command, files);
}
