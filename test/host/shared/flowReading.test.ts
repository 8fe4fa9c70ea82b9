import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { demoWebhookId } from '../../../src/sandbox/demo/webhooks.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { paramsOf, freshWindowWithCatalog, SampleFile, stepText } from '../../support/sampleFile.ts';

const PHONE = demoDeviceId('phone');
const TEAM = demoWebhookId('team');
const BY_HAND = demoTriggerId('custom');
const REPEAT = demoActionId('flow.repeat');
const WAIT = demoActionId('flow.wait');

/** A whole file with IDs in `⟦⟧`. */
const SAMPLE = `{
  "name": "Read me",
  "triggerId": ⟦"${BY_HAND}"⟧,
  "deviceIds": [⟦"${PHONE}"⟧],
  "notifyOnFailure": true,
  "notifyWebhookId": ⟦"${TEAM}"⟧,
  "actions": [
    {
      "actionId": ⟦"${REPEAT}"⟧,
      "position": 1,
      "nameOverride": "Three times",
      "overrides": { "params": { "times": 3 } },
      "children": [
        { "actionId": ⟦"${WAIT}"⟧, "position": 1, "overrides": { "params": { "seconds": 1 } } }
      ]
    }
  ]
}
`;

describe('shared/flowReading', () => {
  let file: SampleFile;

  before(async () => {
    await freshWindowWithCatalog();
    file = await SampleFile.create('read.flow.json');
    // The language support is loaded with the first flow file, and its diagnostics come last.
    await file.problem('missing-field');
  });

  async function hovered(marked: string): Promise<{ text: string; range: vscode.Range | undefined }> {
    const { cursor } = await file.write(marked);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      file.uri,
      cursor,
    );
    // The built-in JSON support adds nothing.
    const texts = hovers.map(({ contents }) =>
      contents.map(one => (one as vscode.MarkdownString).value).join('\n'),
    );
    const told = texts.filter(text => text !== '');
    assert.equal(told.length, 1, told.join('\n---\n'));
    return { text: told[0] ?? '', range: hovers[texts.indexOf(told[0] ?? '')]?.range };
  }

  const hovers: readonly (readonly [what: string, marked: string, ...told: RegExp[]])[] = [
    [
      'an action with its description and parameters',
      paramsOf('device.longPress', '').replace('"actionId":"', '"actionId":"|'),
      /^\*\*Long press\*\* · `devices_api` `device\.longPress`/,
      /Holds a point of the screen for a while/,
      /- `duration` \(integer\): How long to hold/,
    ],
    [
      'a parameter with its documentation and effective value',
      paramsOf('device.setLocation', '"lati|tude":12.5'),
      /Degrees; south is negative/,
      /number, at least `-90`, at most `90`/,
      /For example `52\.52`/,
      /Runs with `12\.5`$/,
    ],
    [
      'a parameter that overrides that of the action',
      paramsOf('device.longPress', '"duration":|900'),
      /Default: `800`/,
      /Runs with `900` in place of the action's own `800`/,
    ],
    [
      'a listed value',
      paramsOf('flow.branch', '"oper|ator":"equals"'),
      /Allowed values: `"equals"`, `"notEquals"`/,
    ],
    ['a field of the flow', '{"cool|downSeconds":5}', /Seconds that must pass between two runs/],
    ['a field of a step', `{"actions":[{"continue|OnError":true}]}`, /Whether the flow goes on/],
    ['a trigger by name', `{"triggerId":"|${BY_HAND}"}`, /^\*\*By hand\*\*\n\ntrigger · when called\n\nID `/],
    [
      'a device by name',
      `{"deviceIds":["|${PHONE}"]}`,
      /^\*\*Pixel phone\*\*\n\ndevice · Android cloud phone\n\nID `/,
    ],
    [
      'a webhook by its description',
      `{"notifyWebhookId":"|${TEAM}"}`,
      /^\*\*Team channel: what went wrong\*\*\n\nwebhook endpoint · hooks\.team\.invalid · 3 event types/,
    ],
  ];
  for (const [what, marked, ...told] of hovers) {
    it(`the text editor of a flow file explains ${what}`, async () => {
      const { text, range } = await hovered(marked);
      for (const part of told) assert.match(text, part);
      assert.ok(range && !range.isEmpty);
    });
  }

  it('the text editor of a flow file shows names after IDs', async () => {
    const { parts } = await file.write(SAMPLE);
    const whole = new vscode.Range(0, 0, file.document.lineCount, 0);
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      file.uri,
      whole,
    );
    assert.deepEqual(
      hints.map(({ label, position }) => [label, position]),
      ['By hand', 'Pixel phone', 'Team channel: what went wrong', 'Repeat', 'Wait'].map((name, index) => [
        name,
        parts[index]?.end,
      ]),
    );
    const first = parts[3];
    assert.ok(first);
    const some = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      file.uri,
      first,
    );
    assert.deepEqual(
      some.map(({ label }) => label),
      ['Repeat'],
    );
  });

  it('the text editor of a flow file shows settings and steps in the outline, with children below their parents', async () => {
    await file.write(SAMPLE);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      file.uri,
    );
    // The built-in JSON outline is also present.
    const own = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Function);
    assert.deepEqual(
      own.map(({ name, detail, children }) => [name, detail, children.map(child => child.name)]),
      [['Three times', 'step 1', ['Wait']]],
    );
    const [step] = own;
    const [child] = step?.children ?? [];
    assert.ok(step && child && step.range.contains(child.range));
    assert.match(file.document.getText(child.range), /^\{ "actionId": .* \}$/);
    assert.ok(symbols.some(({ name, detail }) => name === 'name' && detail === 'Read me'));
  });

  it('the text editor of a flow file shows names in the outline as soon as the catalog is read', async () => {
    const { services } = await extensionParts();
    await file.write(SAMPLE);
    const outlined = async (): Promise<string> => {
      const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
        'vscode.executeDocumentSymbolProvider',
        file.uri,
      );
      const own = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Function);
      const settings = ['triggerId', 'deviceIds', 'notifyWebhookId'].map(
        // The built-in JSON outline also has symbols of these names, with other kinds.
        name =>
          symbols.find(symbol => symbol.name === name && symbol.kind === vscode.SymbolKind.Property)?.detail,
      );
      return [...settings, ...own.flatMap(step => step.children.map(child => child.name))].join(', ');
    };
    const names = 'By hand, Pixel phone, Team channel: what went wrong, Wait';
    assert.equal(await outlined(), names);
    const { connection } = services.session;
    assert.ok(connection);
    await services.catalog.forget(connection.id);
    const unread = await outlined();
    assert.match(
      unread,
      /^Trigger [0-9a-f]{8}, Device [0-9a-f]{8}, Webhook endpoint [0-9a-f]{8}, Action [0-9a-f]{8}$/,
    );
    await services.catalog.refresh();
    await until('the names are back', outlined, text => text === names);
  });

  it('the text editor of a flow file goes from an action to its schema, and nowhere from other values', async () => {
    const { parts } = await file.write(SAMPLE);
    const definitions = async (part: vscode.Range | undefined): Promise<vscode.Location[]> =>
      vscode.commands.executeCommand(
        'vscode.executeDefinitionProvider',
        file.uri,
        part?.end.translate(0, -3),
      );
    const [place, ...more] = await definitions(parts[4]);
    assert.ok(place);
    assert.deepEqual(more, []);
    const schema = await vscode.workspace.openTextDocument(place.uri);
    assert.equal(schema.languageId, 'json');
    assert.ok(place.uri.path.endsWith('Wait.schema.json'), place.uri.path);
    const { properties } = JSON.parse(schema.getText()) as { properties: object };
    assert.deepEqual(Object.keys(properties), ['seconds', 'duration', 'until']);
    assert.deepEqual(await definitions(parts[0]), []);
  });

  it('the text editor of a flow file shows what an expression reads, leads to its step, and renames the step', async () => {
    const wait = stepText('mailbox.waitForPasscode', ',"key":"passcode","nameOverride":"Get the code"');
    const type = stepText(
      'device.typeText',
      ',"overrides":{"params":{"text":"{{st|eps.passcode.body.code}}"}}',
    );
    const { cursor } = await file.write(
      `{"triggerId":"${BY_HAND}","actions":[${wait},${type.replace('"position":1', '"position":2')}]}`,
    );
    const { executeCommand } = vscode.commands;
    const document = await vscode.workspace.openTextDocument(file.uri);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      file.uri,
      whole,
    );
    assert.ok(hints.some(({ label }) => label === '1 Get the code › code'));
    const definition = 'vscode.executeDefinitionProvider';
    const [place] = await executeCommand<vscode.Location[]>(definition, file.uri, cursor);
    assert.equal(place && document.getText(place.range), wait);
    const references = 'vscode.executeReferenceProvider';
    const [reader] = await executeCommand<vscode.Location[]>(references, file.uri, cursor);
    assert.equal(reader && document.getText(reader.range), '{{steps.passcode.body.code}}');
    const rename = 'vscode.executeDocumentRenameProvider';
    const edit = await executeCommand<vscode.WorkspaceEdit>(rename, file.uri, cursor, 'Passcode');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.match(document.getText(), /"nameOverride":"Passcode"/);
    assert.match(document.getText(), /\{\{steps\.passcode\.body\.code\}\}/);
  });

  it('the text editor of a flow file gives a step without a key the one that it is read by before it renames the step', async () => {
    const wait = stepText('mailbox.waitForPasscode', ',"nameOverride":"Get the code"');
    const type = stepText(
      'device.typeText',
      ',"overrides":{"params":{"text":"{{st|eps.get-the-code.body.code}}"}}',
    );
    const { cursor } = await file.write(
      `{"triggerId":"${BY_HAND}","actions":[${wait},${type.replace('"position":1', '"position":2')}]}`,
    );
    const rename = 'vscode.executeDocumentRenameProvider';
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(rename, file.uri, cursor, 'Code');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const document = await vscode.workspace.openTextDocument(file.uri);
    assert.match(document.getText(), /"key": ?"get-the-code"/);
    assert.match(document.getText(), /"nameOverride":"Code"/);
  });

  it('the text editor of a flow file finds every reference in the flows of the workspace, open or not', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const other = vscode.Uri.joinPath(folder.uri, 'other.flow.json');
    const text = `{"triggerId":"${BY_HAND}","deviceIds":["${PHONE}"],"notifyWebhookId":"${TEAM}","actions":[${stepText('flow.wait')},${stepText('flow.wait')}]}`;
    await vscode.workspace.fs.writeFile(other, new TextEncoder().encode(text));
    const binary = vscode.Uri.joinPath(folder.uri, 'otherBinary.flow.json');
    await vscode.workspace.fs.writeFile(binary, new Uint8Array(600));
    // It has one line.
    const textIn = ({ start, end }: vscode.Range): string => text.slice(start.character, end.character);
    const isOpen = (): boolean =>
      vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === other.toString());
    const { parts } = await file.write(SAMPLE);
    for (const [index, id, inOther] of [
      [0, BY_HAND, 1],
      [1, PHONE, 1],
      [2, TEAM, 1],
      [3, REPEAT, 0],
      [4, WAIT, 2],
    ] as const) {
      const found = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeReferenceProvider',
        file.uri,
        parts[index]?.start.translate(0, 3),
      );
      const inFile = found.filter(({ uri }) => uri.toString() === file.uri.toString());
      assert.deepEqual(
        inFile.map(({ range }) => range),
        [parts[index]],
        id,
      );
      const others = found.filter(({ uri }) => uri.toString() === other.toString());
      assert.equal(others.length, inOther, id);
      for (const { range } of others) assert.equal(textIn(range), JSON.stringify(id));
    }
    assert.ok(!isOpen());
  });

  describe('lenses', () => {
    const titles = async (): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file.uri,
      );
      return lenses.map(({ command }) => command?.title ?? '').toSorted();
    };

    before(async () => {
      file = await SampleFile.create('ran.flow.json', paramsOf('flow.wait', '"seconds":0'));
    });

    const soon = async (...wanted: readonly string[]): Promise<void> => {
      const expected = String(wanted.toSorted());
      await until(`the lenses ${expected}`, titles, value => String(value) === expected);
    };

    it('the text editor of a flow file with lenses goes from creating to verifying, to the run, and to activating', async () => {
      const { services } = await extensionParts();
      await soon('$(play) Run', 'Open in Visual Editor', 'Create on Sandbox');
      await runAnswering(Command.deployFlows, {}, file.uri);
      await soon(
        '$(play) Run',
        'Open in Visual Editor',
        'In sync with Sandbox',
        'Verify',
        'Disabled, never ran',
      );
      await runAnswering(Command.verifyFlow, {}, file.uri);
      await until('the run is told', titles, value =>
        value.some(one => /^Verification run, .*: succeeded$/.test(one)),
      );
      assert.ok((await titles()).includes('Activate'));
      await runAnswering(Command.hideRun, {}, file.uri);
      await soon(
        '$(play) Run',
        'Open in Visual Editor',
        'In sync with Sandbox',
        'Activate',
        'Disabled, never ran',
      );
      await runAnswering(Command.activateFlow, {}, file.uri);
      await soon('$(play) Run', 'Open in Visual Editor', 'In sync with Sandbox', 'Active, never ran');
      assert.equal(services.drift.of(file.uri)?.kind, 'known');
    });
  });
});
