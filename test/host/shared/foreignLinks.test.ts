import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CatalogAction } from '../../../src/flow/catalog.ts';
import type { Command } from '../../../src/manifest.ts';
import { type Connection, SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { isObject } from '../../../src/util/isObject.ts';
import type { Row } from '../../../src/views/row.ts';
import type { RowTree } from '../../../src/views/rowTree.ts';
import { commandCases } from '../../support/commandCases.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { LINK, LinkingProxy } from '../../support/linkingProxy.ts';
import { containsLink } from '../../support/links.ts';
import { story } from '../../support/story.ts';
import { runSwitching, type Switched } from '../../support/switching.ts';

/** The fields of options, items and lists in which VS Code may read links. */
const FIELDS = ['title', 'prompt', 'placeHolder', 'placeholder', 'label', 'description', 'detail', 'message'];

/** Every text in what dialogs are handed. */
function textsOf(shown: unknown): readonly string[] {
  if (typeof shown === 'string') return [shown];
  if (Array.isArray(shown)) return shown.flatMap(textsOf);
  if (!isObject(shown)) return [];
  return [...FIELDS, 'items', 'validationMessage'].flatMap(name => textsOf(shown[name]));
}

/** Returns all Markdown in the result of a provider. */
function markdownOf(shown: unknown): readonly string[] {
  if (shown instanceof vscode.MarkdownString) return [shown.value];
  if (Array.isArray(shown)) return shown.flatMap(markdownOf);
  if (!isObject(shown)) return [];
  return ['tooltip', 'contents', 'documentation', 'items', 'label'].flatMap(name => markdownOf(shown[name]));
}

async function tooltipsOf(tree: RowTree, parent?: Row, depth = 0): Promise<readonly string[]> {
  const rows = await tree.getChildren(parent);
  const below = depth < 3 ? rows : [];
  const deeper = await Promise.all(below.map(row => tooltipsOf(tree, row, depth + 1)));
  const items = await Promise.all(rows.map(row => tree.resolveTreeItem(tree.getTreeItem(row), row)));
  return [...items.flatMap(markdownOf), ...deeper.flat()];
}

function isForeign(text: string): boolean {
  return text.includes('canary');
}

/** Holds that texts from elsewhere are among some, and that none of them is a link. */
function assertHarmless(texts: readonly string[]): void {
  assert.ok(texts.some(isForeign));
  assert.deepEqual(texts.filter(containsLink), []);
}

describe('shared/foreignLinks', () => {
  const step = story();
  const proxy = new LinkingProxy();
  let fresh: FreshWindow;
  let hostile: Connection;
  let file: vscode.Uri;
  let action: CatalogAction;
  let text: string;
  const heard: string[] = [];
  /** The commands that sent what writes. */
  const writing: Command[] = [];

  before(async () => {
    fresh = await freshWindow();
    const { services } = fresh;
    const address = await services.sandbox.start();
    await proxy.start(address);
    hostile = serviceConnection(`Hostile ${LINK}`, proxy.baseUrl);
    await services.keys.store(hostile, address.apiKey);
    services.scopes.use(hostile);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    file = vscode.Uri.joinPath(folder.uri, `${LINK}.flow.json`);
    await services.catalog.refresh();
    const [tap] = services.catalog.catalog.searchActions('tap', 1);
    assert.ok(tap);
    action = tap;
    const steps = [{ actionId: action.id, position: 1, nameOverride: LINK, params: { [LINK]: LINK } }];
    const flow = { name: LINK, description: LINK, [LINK]: LINK, actions: steps };
    text = JSON.stringify(flow, null, 2);
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
  });

  after(async () => {
    await fresh.services.keys.delete(hostile);
    fresh.services.scopes.use(SANDBOX);
    await proxy.stop();
  });

  async function run(command: Command): Promise<Switched> {
    const answers = commandCases.get(command);
    fresh.services.scopes.use(hostile);
    const hear = (...shown: readonly unknown[]): void => {
      for (const text of textsOf(shown)) {
        heard.push(text);
        assert.ok(!containsLink(text), `${command} shows ${text}`);
      }
    };
    const given = answers?.onFile === true ? [file] : [];
    return runSwitching(command, { ...answers, args: given, other: SANDBOX, hear });
  }

  for (const command of commandCases.keys()) {
    step(`links in text from a service or a file are not clickable in the output of ${command}`, async () => {
      if ((await run(command)).hasWritten) writing.push(command);
    });
  }

  step('links in text from a service or a file are not clickable in the output of commands', () => {
    assertHarmless(heard);
    assert.ok(writing.length > 10);
    heard.length = 0;
  });

  for (const command of commandCases.keys()) {
    step(
      `links in text from a service or a file are not clickable if what ${command} writes is refused`,
      async () => {
        if (!writing.includes(command)) return;
        proxy.refusesWrites = true;
        try {
          await run(command);
        } finally {
          proxy.refusesWrites = false;
        }
      },
    );
  }

  step(
    'links in text from a service or a file are not clickable in the output of commands whose writing is refused',
    () => {
      assertHarmless(heard);
    },
  );

  it('links in text from a service or a file are not clickable in the views', async () => {
    const { trees, services } = fresh;
    services.scopes.use(hostile);
    for (const tree of [
      trees.flows,
      trees.devices,
      trees.apps,
      trees.mailboxes,
      trees.webhooks,
      trees.activity,
    ]) {
      assertHarmless(await tooltipsOf(tree));
    }
  });

  it('links in text from a service or a file are not clickable in the text editor', async () => {
    const { services } = fresh;
    services.scopes.use(hostile);
    await services.catalog.refresh();
    const read = vscode.Uri.joinPath(file, '../explained.flow.json');
    await vscode.workspace.fs.writeFile(read, Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(read);
    await vscode.window.showTextDocument(document);
    const ask = async (provider: string, ...more: unknown[]): Promise<readonly string[]> =>
      markdownOf(await vscode.commands.executeCommand(`vscode.execute${provider}`, read, ...more));
    const name = document.positionAt(text.indexOf(action.id));
    const explained = (): Promise<readonly string[]> => ask('HoverProvider', name);
    const texts = [...(await until('the action is explained', explained, all => all.some(isForeign)))];
    for (let row = 0; row < document.lineCount; row++) {
      const at = new vscode.Position(row, document.lineAt(row).firstNonWhitespaceCharacterIndex + 2);
      texts.push(...(await ask('HoverProvider', at)));
      texts.push(...(await ask('CompletionItemProvider', at, undefined, 20)));
    }
    assertHarmless(texts);
  });
});
