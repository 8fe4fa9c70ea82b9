import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { paramsOf, problemsOf, freshWindowWithCatalog, SampleFile } from '../../support/sampleFile.ts';

const WRONG = paramsOf('device.setLocation', '"latitude":1');
const RIGHT = paramsOf('device.setLocation', '"latitude":1,"longitude":2');

describe('shared/flowFiles', () => {
  before(freshWindowWithCatalog);

  const codes = (uri: vscode.Uri): unknown[] => problemsOf(uri).map(({ code }) => code);

  async function openExample(name: string): Promise<SampleFile> {
    const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
    assert.ok(extension);
    return SampleFile.open(vscode.Uri.joinPath(extension.extensionUri, 'examples', `${name}.flow.json`));
  }

  it('problems in flow files are shown in the settings and in parameters, once, at the exact value', async () => {
    const file = await openExample('mistakes');
    await file.problem('param-value');
    for (const code of [
      'wrong-value',
      'param-missing',
      'unknown-action',
      'nested-children',
      'unknown-field',
    ]) {
      assert.ok(codes(file.uri).includes(code), code);
    }
    const latitude = file.problems.find(
      ({ message }) => message === '“latitude” must be at most 90, not 95.5.',
    );
    assert.ok(latitude);
    assert.equal(file.document.getText(latitude.range), '95.5');
    assert.equal(latitude.severity, vscode.DiagnosticSeverity.Error);
    const others = vscode.languages.getDiagnostics(file.uri).filter(({ source }) => source !== 'flow');
    assert.deepEqual(
      others.map(({ message }) => message),
      [],
    );
  });

  it('problems in flow files are shown once if the file names a schema that the editor itself checks', async () => {
    const extension = vscode.extensions.getExtension('cloud-device-automation.cloud-device-automation');
    assert.ok(extension);
    const schema = vscode.Uri.joinPath(extension.extensionUri, 'docs', 'flow.schema.json').toString();
    const file = await SampleFile.create(
      'schema.flow.json',
      `{"$schema":"${schema}","triggerId":"","enabled":"yes","colour":1,"actions":[]}`,
    );
    const places = (): readonly string[] =>
      vscode.languages
        .getDiagnostics(file.uri)
        .map(({ range: { start } }) => `${start.line}:${start.character}`)
        .toSorted();
    const isForeign = ({ source }: vscode.Diagnostic): boolean => source !== 'flow';
    await until(
      'what the editor says',
      () => vscode.languages.getDiagnostics(file.uri).some(isForeign),
      true,
    );
    await until('each place once', places, all => all.length > 3 && new Set(all).size === all.length);
  });

  it('problems in flow files name the related locations, and fade out what has no effect', async () => {
    const file = await SampleFile.create(
      'related.flow.json',
      '{"cooldownScope":"flow","actions":[{"position":3},{"position":3}]}',
    );
    const twice = await file.problem('duplicate-position');
    const [related] = twice.relatedInformation ?? [];
    assert.ok(related);
    assert.equal(related.location.uri.toString(), file.uri.toString());
    assert.equal(file.document.getText(related.location.range), '3');
    assert.ok(related.location.range.end.isBefore(twice.range.start));
    const unused = await file.problem('unused-setting');
    assert.deepEqual(unused.tags, [vscode.DiagnosticTag.Unnecessary]);
  });

  it('problems in flow files follow typing, also several edits at once and undone edits', async () => {
    const file = await SampleFile.create('typed.flow.json', WRONG);
    await file.problem('param-missing');
    await file.write(RIGHT);
    await until(
      'nothing is wrong',
      () => file.problems,
      value => value.length === 0,
    );
    const text = file.document.getText();
    const edit = new vscode.WorkspaceEdit();
    for (const [found, put] of [
      ['"latitude":1', '"latitude":"x"'],
      ['"longitude":2', '"longitude":300'],
    ] as const) {
      const start = file.document.positionAt(text.indexOf(found));
      edit.replace(file.uri, new vscode.Range(start, start.translate(0, found.length)), put);
    }
    assert.ok(await vscode.workspace.applyEdit(edit));
    await file.problem('param-type');
    await file.problem('param-value');
    await vscode.window.showTextDocument(file.document);
    await vscode.commands.executeCommand('undo');
    await until(
      'nothing is wrong again',
      () => file.problems,
      value => value.length === 0,
    );
  });

  it('problems in flow files are found in files that are not open, and are updated when these change', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const closed = vscode.Uri.joinPath(folder.uri, 'closed.flow.json');
    const second = vscode.Uri.joinPath(folder.uri, 'second.flow.json');
    const save = (uri: vscode.Uri, text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    await save(closed, WRONG);
    await runAnswering(Command.checkAllFlows, { buttons: ['Show Problems'] });
    assert.ok(codes(closed).includes('param-missing'));
    await save(closed, RIGHT);
    await until(
      'the change is checked',
      () => codes(closed),
      value => !value.includes('param-missing'),
    );
    await save(closed, WRONG);
    await until(
      'the mistake is back',
      () => codes(closed),
      value => value.includes('param-missing'),
    );
    await save(second, WRONG);
    await until(
      'a new file is checked',
      () => codes(second),
      value => value.includes('param-missing'),
    );
    const file = await SampleFile.open(closed);
    await until(
      'it is told once',
      () => codes(closed),
      value => value.filter(code => code === 'param-missing').length === 1,
    );
    await file.write(RIGHT);
    await until(
      'what is typed counts',
      () => codes(closed),
      value => value.length === 0,
    );
    await file.document.save();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    // As the Explorer does it: VS Code then lets go of the document that it keeps for a while after its tab is closed.
    const gone = new vscode.WorkspaceEdit();
    gone.deleteFile(closed);
    gone.deleteFile(second);
    await vscode.workspace.applyEdit(gone);
    await until(
      'nothing is said of files that are gone',
      () => [closed, second].flatMap(codes),
      value => value.length === 0,
    );
  });
});
