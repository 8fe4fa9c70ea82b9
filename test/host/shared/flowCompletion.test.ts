import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { demoWebhookId } from '../../../src/sandbox/demo/webhooks.ts';
import { flowOf, paramsOf, freshWindowWithCatalog, SampleFile, stepText } from '../../support/sampleFile.ts';
import { until } from '../../support/extension.ts';

const WAIT = demoActionId('flow.wait');

/** The completion, its position, and the file after accepting it. */
type Offer = readonly [what: string, marked: string, label: string, after: string];

const offers: readonly Offer[] = [
  ['a field of the flow', '{"name":"A",|}', 'triggerId', '{"name":"A","triggerId":""}'],
  ['a field with its default', '{"name":"A",|}', 'actions', '{"name":"A","actions":[]}'],
  ['a listed value of the flow', '{"cooldownScope":|}', '"device"', '{"cooldownScope":"device"}'],
  ['true and false', '{"enabled":|}', 'true', '{"enabled":true}'],
  ['a trigger by name', '{"triggerId":|}', 'New order', `{"triggerId":"${demoTriggerId('order')}"}`],
  [
    'a device by name, and replaces the typed text',
    '{"deviceIds":["pix|"]}',
    'Pixel phone',
    `{"deviceIds":["${demoDeviceId('phone')}"]}`,
  ],
  [
    'a webhook by its description',
    '{"notifyWebhookId":|}',
    'Team channel: what went wrong',
    `{"notifyWebhookId":"${demoWebhookId('team')}"}`,
  ],
  ['an action by name', '{"actions":[{"actionId":"wai|"}]}', 'Wait', `{"actions":[{"actionId":"${WAIT}"}]}`],
  [
    'a field of a step with its default',
    `{"actions":[{"actionId":"${WAIT}",|}]}`,
    'continueOnError',
    `{"actions":[{"actionId":"${WAIT}","continueOnError":false}]}`,
  ],
  [
    'overrides with the required parameters',
    flowOf(stepText('device.setLocation', ',|')),
    'overrides',
    paramsOf('device.setLocation', '"latitude":null,"longitude":null'),
  ],
  [
    'a parameter without a number that nobody chose',
    paramsOf('device.setLocation', '"latitude":1,|'),
    'longitude',
    paramsOf('device.setLocation', '"latitude":1,"longitude":null'),
  ],
  [
    'a parameter with its default',
    paramsOf('agent.summarize', '"text":"a",|'),
    'language',
    paramsOf('agent.summarize', '"text":"a","language":"en"'),
  ],
  [
    'a parameter whose form is still to be chosen',
    paramsOf('device.tap', '|'),
    'target',
    paramsOf('device.tap', '"target":{}'),
  ],
  [
    'a form of a parameter with its required properties',
    paramsOf('device.tap', '"target":{|}'),
    'By description',
    paramsOf('device.tap', '"target":{"by":"description","description":""}'),
  ],
  [
    'a listed value of a parameter',
    paramsOf('flow.branch', '"left":1,"operator":|,"right":1'),
    '"contains"',
    paramsOf('flow.branch', '"left":1,"operator":"contains","right":1'),
  ],
  [
    'a constant of a parameter',
    paramsOf('agent.extract', '"source":{"kind":|}'),
    '"screen"',
    paramsOf('agent.extract', '"source":{"kind":"screen"}'),
  ],
  [
    'a parameter name in place of another',
    paramsOf('device.setLocation', '"lo|":3'),
    'longitude',
    paramsOf('device.setLocation', '"longitude":3'),
  ],
  [
    'an expression with the trigger payload',
    paramsOf('agent.run', '"prompt":|'),
    'Trigger',
    paramsOf('agent.run', '"prompt":"{{event.payload.name}}"'),
  ],
  [
    'an expression with the output of an earlier step',
    flowOf(stepText('flow.wait'), stepText('agent.run', ',"overrides":{"params":{"prompt":|}}')),
    '1 Wait › waitedMs',
    flowOf(
      stepText('flow.wait', ',"key":"wait"'),
      stepText('agent.run', ',"overrides":{"params":{"prompt":"{{steps.wait.body.waitedMs}}"}}'),
    ),
  ],
  [
    'the item in a repeated step',
    flowOf(
      stepText(
        'flow.repeat',
        `,"children":[${stepText('agent.run', ',"overrides":{"params":{"prompt":|}}')}]`,
      ),
    ),
    'Item',
    flowOf(
      stepText(
        'flow.repeat',
        `,"children":[${stepText('agent.run', ',"overrides":{"params":{"prompt":"{{item}}"}}')}]`,
      ),
    ),
  ],
  [
    'a whole step with the next position',
    flowOf(stepText('flow.wait'), '|'),
    'Reset location',
    flowOf(stepText('flow.wait'), stepText('device.resetLocation').replace('"position":1', '"position":2')),
  ],
  [
    'a whole step inside another',
    flowOf(stepText('flow.repeat', ',"children":[|]')),
    'Wait',
    flowOf(
      stepText(
        'flow.repeat',
        `,"children":[${stepText('flow.wait', ',"overrides":{"params":{"seconds":null}}')}]`,
      ),
    ),
  ],
];

describe('shared/flowCompletion', () => {
  let file: SampleFile;

  before(async () => {
    await freshWindowWithCatalog();
    file = await SampleFile.create('completed.flow.json');
    // The language support is loaded with the first flow file, and its diagnostics come last.
    await file.problem('missing-field');
  });

  for (const [what, marked, label, after] of offers) {
    it(`completion in flow files offers ${what}`, async () => {
      const { cursor } = await file.write(marked);
      const offered = await file.offered(cursor);
      const item = offered.get(label);
      assert.ok(item?.insertText instanceof vscode.SnippetString, [...offered.keys()].join());
      assert.ok(item.range instanceof vscode.Range);
      const editor = await vscode.window.showTextDocument(file.document);
      assert.ok(await editor.insertSnippet(item.insertText, item.range));
      // VS Code makes these edits when an item is accepted; they are before the snippet.
      if (item.additionalTextEdits) {
        const elsewhere = new vscode.WorkspaceEdit();
        elsewhere.set(file.uri, item.additionalTextEdits);
        assert.ok(await vscode.workspace.applyEdit(elsewhere));
      }
      assert.deepEqual(JSON.parse(file.document.getText()), JSON.parse(after));
      await vscode.commands.executeCommand('leaveSnippet');
    });
  }

  it('completion in flow files documents its items', async () => {
    const { cursor } = await file.write(paramsOf('device.setLocation', '"latitude":1,|'));
    const item = (await file.offered(cursor)).get('longitude');
    assert.equal(item?.detail, 'number (required)');
    assert.match((item.documentation as vscode.MarkdownString).value, /Degrees; west is negative/);
  });

  it('completion in flow files offers nothing in a comment, and each name once', async () => {
    const { cursor } = await file.write('{\n  // |\n}');
    assert.equal((await file.offered(cursor)).size, 0);
    const within = await file.write(paramsOf('device.setLocation', '"lati|tude":1'));
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      file.uri,
      within.cursor,
    );
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.equal(labels.filter(label => label === 'longitude').length, 1, labels.join());
  });

  it('completion in flow files opens automatically after a quote, and accepts an item by the keyboard', async () => {
    const { cursor } = await file.write('{"name":"A",|}');
    const editor = await vscode.window.showTextDocument(file.document);
    editor.selection = new vscode.Selection(cursor, cursor);
    await vscode.commands.executeCommand('type', { text: '"' });
    const taken = async (): Promise<string> => {
      await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return file.document.getText();
    };
    await until('the name is taken', taken, text => text.includes('"triggerId": ""'));
    assert.deepEqual(JSON.parse(file.document.getText()), { name: 'A', triggerId: '' });
    await vscode.commands.executeCommand('leaveSnippet');
  });
});
