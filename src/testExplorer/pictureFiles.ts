import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { acceptPictures, type AcceptedPictures } from '../flowTest/acceptedPictures.ts';
import type { FailedPicture, TestFailure } from '../flowTest/checkRun.ts';
import { dialogs } from '../host/dialogs.ts';
import { markdown } from '../host/markdown.ts';
import { counted } from '../util/counted.ts';
import { escapeMarkdown } from '../util/markdown.ts';

/** The name of the profile that asks which pictures to accept. */
export const ACCEPT_PICTURES = 'Accept Pictures';

/** The texts of failures with links that show their pictures. */
export type PictureLinks = ReadonlyMap<TestFailure, vscode.MarkdownString>;

const COMPARE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff'),
  tooltip: 'Compare with the Accepted Picture',
};
const OPEN: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('preview'),
  tooltip: 'Open the Picture',
};

/** A command that shows pictures, and its arguments. */
type Show = readonly ['vscode.diff' | 'vscode.open', ...(vscode.Uri | string)[]];

interface PictureItem extends vscode.QuickPickItem {
  readonly pictures: AcceptedPictures;
  /** The failures with its file. The picture of the first is shown. */
  readonly failures: TestFailure[];
  readonly show: Show;
}

/** The pictures of the failures of a run of tests, as files that editors show. */
export class PictureFiles {
  readonly #items = new Map<string, PictureItem>();
  #folder: Promise<string> | undefined;
  #count = 0;

  /** Writes the pictures of failures, and returns their texts with links. */
  async add(pictures: AcceptedPictures, failures: readonly TestFailure[]): Promise<PictureLinks> {
    const links = new Map<TestFailure, vscode.MarkdownString>();
    for (const failure of failures) {
      const { picture, message } = failure;
      if (!picture) continue;
      const name = pictures.nameOf(picture.file);
      const actual = await this.#write(picture, 'actual', picture.actual);
      const difference = picture.difference && (await this.#write(picture, 'difference', picture.difference));
      const path = pictures.pathOf(picture.file);
      const accepted = picture.expected && vscode.Uri.file(path);
      links.set(failure, linksTo(message, { Accepted: accepted, Actual: actual, Difference: difference }));
      const show: Show = accepted
        ? ['vscode.diff', accepted, actual, `${name} (accepted ↔ actual)`]
        : ['vscode.open', actual];
      // Pictures of a case in which something else fails cannot be accepted.
      if (!failures.every(other => other.picture)) continue;
      const known = this.#items.get(path);
      if (known) known.failures.push(failure);
      else
        this.#items.set(path, {
          label: name,
          description: picture.expected ? 'different' : 'new',
          picked: true,
          buttons: [picture.expected ? COMPARE : OPEN],
          pictures,
          failures: [failure],
          show,
        });
    }
    return links;
  }

  /** Asks which pictures to accept, and writes them. */
  async accept(): Promise<void> {
    const items = [...this.#items.values()];
    if (items.length === 0) {
      void dialogs.showInformationMessage(
        'There is no picture to accept. Only those of cases in which nothing else fails can be accepted.',
      );
      return;
    }
    const chosen = await choose(items);
    let count = 0;
    for (const { pictures, failures } of chosen) {
      const done = await acceptPictures(pictures, failures);
      count += done.accepted.length;
      for (const { message } of done.failures) void dialogs.showErrorMessage(message);
    }
    if (count > 0)
      void dialogs.showInformationMessage(`Accepted ${counted(count, 'picture')}. Run the tests again.`);
  }

  /** Deletes the files. */
  async delete(): Promise<void> {
    const folder = await this.#folder;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  async #write({ file }: FailedPicture, kind: string, bytes: Uint8Array): Promise<vscode.Uri> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'cloud-devices-pictures-'));
    const path = join(await this.#folder, `${++this.#count}-${kind}-${file}`);
    await writeFile(path, bytes);
    return vscode.Uri.file(path);
  }
}

function linksTo(
  message: string,
  pictures: Readonly<Record<string, vscode.Uri | undefined>>,
): vscode.MarkdownString {
  const links = Object.entries(pictures).flatMap(([title, uri]) =>
    uri ? [`[${title}](${uri.toString()})`] : [],
  );
  return markdown(`${escapeMarkdown(message)}\n\n${links.join(' | ')}`);
}

/** Shows a list of pictures, whose buttons show them, and returns the chosen ones; none on cancel. */
async function choose(items: readonly PictureItem[]): Promise<readonly PictureItem[]> {
  const list = dialogs.createQuickPick<PictureItem>();
  list.title = ACCEPT_PICTURES;
  list.placeholder = 'Compare each picture, and choose those that are right';
  list.canSelectMany = true;
  list.ignoreFocusOut = true;
  list.items = items;
  list.selectedItems = items;
  return new Promise(resolve => {
    list.onDidTriggerItemButton(({ item: { show } }) => {
      const [command, ...args] = show;
      void vscode.commands.executeCommand(command, ...args);
    });
    list.onDidAccept(() => {
      resolve(list.selectedItems);
      list.hide();
    });
    list.onDidHide(() => {
      resolve([]);
      list.dispose();
    });
    list.show();
  });
}
