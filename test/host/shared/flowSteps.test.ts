import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

interface Step {
  readonly nameOverride?: string;
  readonly children?: readonly Step[];
}

/** Steps by their names, with those inside in brackets; a new one, which has no name, as a plus. */
function outline(steps: readonly Step[]): string {
  return steps
    .map(({ nameOverride = '+', children = [] }) =>
      children.length > 0 ? `${nameOverride}(${outline(children)})` : nameOverride,
    )
    .join(' ');
}

describe('shared/flowSteps', () => {
  const step = story();
  let file: vscode.Uri;
  let document: vscode.TextDocument;

  before(async () => {
    const { services } = await freshWindow();
    await services.catalog.refresh();
    const [action] = services.catalog.catalog.searchActions('tap', 1);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(action && folder);
    file = vscode.Uri.joinPath(folder.uri, 'steps.flow.json');
    const step = (nameOverride: string, index: number) => ({
      actionId: action.id,
      position: index + 1,
      nameOverride,
    });
    const text = JSON.stringify({ name: 'Steps', actions: ['a', 'b', 'c'].map(step) });
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    document = await vscode.workspace.openTextDocument(file);
  });

  function steps(): string {
    return outline((JSON.parse(document.getText()) as { actions: readonly Step[] }).actions);
  }

  async function becomes(command: Command, wanted: string): Promise<void> {
    await runAnswering(command, {});
    assert.equal(steps(), wanted, command);
  }

  step('the commands on steps selected in the visual editor require the visual editor', async () => {
    const sentence = 'Open a flow in the visual editor and select a step first.';
    assert.deepEqual(await runAnswering(Command.moveStepsUp, {}), [sentence]);
    assert.deepEqual(await runAnswering(Command.renameStep, {}), [sentence]);
  });

  step(
    'the commands on steps selected in the visual editor start with the step at the cursor of the text editor, and move it',
    async () => {
      const editor = await vscode.window.showTextDocument(document);
      const at = document.positionAt(document.getText().indexOf('"b"'));
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand(Command.openFlowVisually);
      // The page must be open first; a step at the top stays there.
      const moved = async (): Promise<unknown> => {
        await runAnswering(Command.moveStepsUp, {});
        return steps();
      };
      await until('the second step is moved up', moved, 'b a c');
      await becomes(Command.moveStepsDown, 'a b c');
      await becomes(Command.moveStepsIn, 'a(b) c');
      await becomes(Command.moveStepsOut, 'a b c');
    },
  );

  step(
    'the commands on steps selected in the visual editor copy, paste, duplicate, and delete it',
    async () => {
      await runAnswering(Command.copySteps, {});
      assert.match(await vscode.env.clipboard.readText(), /"nameOverride": ?"b"/);
      await becomes(Command.pasteSteps, 'a b b c');
      await becomes(Command.duplicateSteps, 'a b b b c');
      await becomes(Command.deleteSteps, 'a b b c');
      await becomes(Command.cutSteps, 'a b b');
      await becomes(Command.pasteSteps, 'a b b c');
    },
  );

  step(
    'the commands on steps selected in the visual editor add a step after it or inside, and undo each as one change',
    async () => {
      const before = steps();
      const added = (): number => steps().split('+').length - 1;
      // The page may still report the earlier selection; without a selected step nothing is added.
      const add = async (command: Command, count: number): Promise<number> => {
        if (added() < count) await runAnswering(command, {});
        return added();
      };
      await until('the new step', () => add(Command.addStep, 1), 1);
      await until('another new step', () => add(Command.addStepInside, 2), 2);
      assert.match(steps(), /\+ ?\+/);
      await vscode.commands.executeCommand('undo');
      await until('one new step', added, 1);
      await vscode.commands.executeCommand('undo');
      await until('the step is gone', () => steps(), before);
    },
  );
});
