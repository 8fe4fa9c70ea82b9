import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { changeSentences } from '../../wording/changeSentences.ts';
import { deviceNames } from '../devices/perDevice.ts';

/** Opens a report with all changes of the meaning between the two versions in the active diff. */
export async function showChanges(services: Services): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff))
    throw new Error('There is no active diff. Open the diff of two versions of a flow file.');
  const name = input.modified.path.split('/').at(-1) ?? '';
  const [before = '', after = ''] = await Promise.all(
    [input.original, input.modified].map(async uri =>
      (await vscode.workspace.openTextDocument(uri)).getText(),
    ),
  );
  const nameOf = deviceNames(services);
  const changes = changeSentences(before, after, services.catalog.catalog, id => nameOf(id) ?? id);
  if (!changes)
    throw new Error(`The versions of ${name} cannot be compared: one has errors or is longer than 1 MB.`);
  const { head, sentences } = changes;
  const text = markdownDocument([
    `# ${escapeLine(name)}`,
    escapeLine(head),
    ...sentences.map(sentence => `- ${escapeLine(sentence)}`),
  ]);
  await services.documents.openMarkdown(`changes/${name}`, `${name} changes.md`, text);
}
