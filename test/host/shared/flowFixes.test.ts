import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { demoWebhookId } from '../../../src/sandbox/demo/webhooks.ts';
import { flowOf, paramsOf, freshWindowWithCatalog, SampleFile, stepText } from '../../support/sampleFile.ts';
import { until } from '../../support/extension.ts';

const PHONE = demoDeviceId('phone');
const at = (position: number, more = ''): string =>
  stepText('device.resetLocation', more).replace('"position":1', `"position":${position}`);

/** The diagnostic of the marked part, its quick fix, and the file after it; `⟦⟧` enclose the part. */
type Remedy = readonly [code: string, marked: string, title: string, after: string];

const remedies: readonly Remedy[] = [
  [
    'param-missing',
    paramsOf('device.setLocation', '"latitude":1').replace('"params"', '⟦"params"⟧'),
    'Add "longitude"',
    paramsOf('device.setLocation', '"latitude":1,"longitude":null'),
  ],
  [
    'missing-field',
    flowOf('⟦{⟧' + at(1).slice(1).replace(',"position":1', '')),
    'Add "position"',
    flowOf(at(1)),
  ],
  [
    'param-unknown',
    paramsOf('device.tap', '"target":{"x":1,"y":2},⟦"displai"⟧:0'),
    'Change to "display"',
    paramsOf('device.tap', '"target":{"x":1,"y":2},"display":0'),
  ],
  [
    'param-unknown',
    paramsOf('device.tap', '"target":{"x":1,"y":2},⟦"colour"⟧:3'),
    'Remove "colour"',
    paramsOf('device.tap', '"target":{"x":1,"y":2}'),
  ],
  [
    'unknown-field',
    flowOf(at(1)).replace('{', '{⟦"enabeld"⟧:true,'),
    'Change to "enabled"',
    flowOf(at(1)).replace('{', '{"enabled":true,'),
  ],
  [
    'param-type',
    paramsOf('device.setLocation', '"latitude":⟦"1.5"⟧,"longitude":2'),
    'Change to 1.5',
    paramsOf('device.setLocation', '"latitude":1.5,"longitude":2'),
  ],
  [
    'wrong-type',
    flowOf(at(1)).replace('{', '{"enabled":⟦"yes"⟧,'),
    'Change to true',
    flowOf(at(1)).replace('{', '{"enabled":true,'),
  ],
  [
    'param-value',
    paramsOf('flow.branch', '"left":1,"operator":⟦"contians"⟧,"right":1'),
    'Change to "contains"',
    paramsOf('flow.branch', '"left":1,"operator":"contains","right":1'),
  ],
  [
    'param-value',
    paramsOf('device.setLocation', '"latitude":⟦95.5⟧,"longitude":2'),
    'Change to 90',
    paramsOf('device.setLocation', '"latitude":90,"longitude":2'),
  ],
  [
    'wrong-value',
    '{"cooldownSeconds":5,"cooldownScope":⟦"devise"⟧}',
    'Change to "device"',
    '{"cooldownSeconds":5,"cooldownScope":"device"}',
  ],
  [
    'unknown-action',
    flowOf('{"actionId":⟦"reset location"⟧,"position":1}'),
    'Use “Reset location”',
    flowOf(at(1)),
  ],
  [
    'duplicate-position',
    flowOf(at(3), at(3).replace('"position":3', '"position":⟦3⟧')),
    'Number the steps in order',
    flowOf(at(1), at(2)),
  ],
  [
    'unordered-position',
    flowOf(at(2), at(1).replace('"position":1', '"position":⟦1⟧')),
    'Number the steps in order',
    flowOf(at(1), at(2)),
  ],
  [
    'mixed-positions',
    flowOf(at(1), at(2).replace('"position":2', '"position":⟦"2"⟧')),
    'Number the steps in order',
    flowOf(at(1), at(2)),
  ],
  [
    'nested-children',
    flowOf(at(1, `,"children":[${at(1, `,⟦"children"⟧:[${at(1)}]`)}]`)),
    'Move these steps out of their parent',
    flowOf(at(1, `,"children":[${at(1)},${at(2)}]`)),
  ],
  [
    'nested-children',
    flowOf(at(1, `,"children":[${at(1, `,⟦"children"⟧:[${at(1)}]`)}]`)),
    'Move the step and its steps out of its parent',
    flowOf(at(1), at(2, `,"children":[${at(1)}]`)),
  ],
  [
    'same-step-key',
    flowOf(at(1, ',"key":"here"'), at(2, ',"key":⟦"here"⟧')),
    'Use the key “here_2”',
    flowOf(at(1, ',"key":"here"'), at(2, ',"key":"here_2"')),
  ],
  [
    'template-key',
    flowOf(
      at(1),
      stepText('agent.run', ',"overrides":{"params":{"prompt":"⟦{{steps.reset-location.status}}⟧"}}').replace(
        '"position":1',
        '"position":2',
      ),
    ),
    'Give step 1 the key “reset-location”',
    flowOf(
      at(1, ',"key":"reset-location"'),
      stepText('agent.run', ',"overrides":{"params":{"prompt":"{{steps.reset-location.status}}"}}').replace(
        '"position":1',
        '"position":2',
      ),
    ),
  ],
  [
    'template-scope',
    paramsOf('agent.run', '"prompt":"⟦{{item}}⟧"'),
    'Wrap the step in “Repeat”',
    flowOf(
      stepText(
        'flow.repeat',
        `,"overrides":{"params":{"times":1}},"children":[${stepText('agent.run', ',"overrides":{"params":{"prompt":"{{item}}"}}')}]`,
      ),
    ),
  ],
  [
    'unused-setting',
    flowOf(at(1)).replace('{', '{⟦"cooldownScope"⟧:"flow",'),
    'Remove "cooldownScope"',
    flowOf(at(1)),
  ],
  [
    'nothing-to-notify',
    flowOf(at(1)).replace('{', '{⟦"notifyOnSuccess"⟧:true,'),
    'Remove "notifyOnSuccess"',
    flowOf(at(1)),
  ],
  [
    'duplicate-device',
    flowOf(at(1)).replace('{', `{"deviceIds":["${PHONE}",⟦"${PHONE}"⟧],`),
    'Remove the device',
    flowOf(at(1)).replace('{', `{"deviceIds":["${PHONE}"],`),
  ],
];

/** Problems of any JSON file, some of which VS Code reports itself, and their quick fixes. */
const ofJson: readonly (readonly [what: string, marked: string, title: string, after: string])[] = [
  ['a trailing comma', '{"enabled":true⟦,⟧}', 'Remove the comma', '{"enabled":true}'],
  ['a comment', '{"enabled":true ⟦/* why */⟧}', 'Remove the comment', '{"enabled":true }'],
  [
    'a duplicate property name',
    '{"enabled":true,⟦"enabled"⟧:false}',
    'Remove the earlier "enabled"',
    '{"enabled":false}',
  ],
];

describe('shared/flowFixes', () => {
  let file: SampleFile;

  before(async () => {
    await freshWindowWithCatalog();
    file = await SampleFile.create('mended.flow.json');
  });

  async function take(range: vscode.Range, title: string): Promise<void> {
    const actions = await file.fixes(range);
    const action = actions.find(one => one.title === title);
    assert.ok(action?.edit, actions.map(one => one.title).join());
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  }

  for (const [code, marked, title, after] of remedies) {
    it(`quick fixes of flow files fix ${code}: ${title}`, async () => {
      const { parts } = await file.write(marked);
      const [range] = parts;
      assert.ok(range);
      const found = await file.problem(code, range);
      await take(found.range, title);
      await file.waitUntilFixed(code);
      assert.deepEqual(JSON.parse(file.document.getText()), JSON.parse(after));
    });
  }

  for (const [what, marked, title, after] of ofJson) {
    it(`quick fixes of flow files report ${what} once at each place, as a warning, and fix it`, async () => {
      const { parts } = await file.write(marked);
      assert.ok(parts[0]);
      const at = parts[0].start;
      await until(
        'the severities of the reports at the place',
        () =>
          vscode.languages
            .getDiagnostics(file.uri)
            .filter(({ range }) => range.start.isEqual(at))
            .map(({ severity }) => vscode.DiagnosticSeverity[severity])
            .join(),
        'Warning',
      );
      await take(parts[0], title);
      assert.equal(file.document.getText(), after);
    });
  }

  it('quick fixes of flow files fix everything that has only one likely fix, and do not change comments', async () => {
    await file.write(
      `{"name":"A","colour":1,"enabled":"yes", /* kept */ "triggerId":"${demoActionId('flow.wait')}","actions":[${at(5)},${at(5)},],}`,
    );
    await file.problem('unknown-field');
    const [action, ...more] = await file.fixes(
      new vscode.Range(0, 0, 0, 0),
      vscode.CodeActionKind.SourceFixAll,
    );
    assert.ok(action?.edit);
    assert.deepEqual(more, []);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    const text = file.document.getText();
    assert.ok(text.startsWith('{"name":"A","colour":1,"enabled":true, /* kept */ "triggerId":'), text);
    assert.ok(text.endsWith(`"actions":[${at(1)},${at(2)}]}`), text);
  });

  it('quick fixes of flow files are applied on save if the settings say so', async () => {
    const settings = vscode.workspace.getConfiguration('editor', { uri: file.uri, languageId: 'json' });
    const { Workspace } = vscode.ConfigurationTarget;
    await settings.update('codeActionsOnSave', { 'source.fixAll': 'explicit' }, Workspace);
    try {
      // A changed setting takes effect with a delay.
      const saved = async (): Promise<string> => {
        await file.write(`{"name":"A","enabled":"yes","webhook":"${demoWebhookId('team')}"}`);
        await vscode.window.showTextDocument(file.document);
        await vscode.commands.executeCommand('workbench.action.files.save');
        return file.document.getText();
      };
      await until('the file is mended on saving', saved, text =>
        text.startsWith('{"name":"A","enabled":true'),
      );
      assert.equal(file.document.isDirty, false);
    } finally {
      await settings.update('codeActionsOnSave', undefined, Workspace);
    }
  });

  it('quick fixes of flow files offer nothing in a valid file', async () => {
    const { cursor } = await file.write(flowOf(at(1)).replace('"position"', '|"position"'));
    await until(
      'nothing is wrong',
      () => file.problems,
      value => value.length === 0,
    );
    assert.deepEqual(await file.fixes(new vscode.Range(cursor, cursor), vscode.CodeActionKind.QuickFix), []);
  });

  it('quick fixes of flow files leave layout to the formatter, which only changes white space', async () => {
    const text = '{"triggerId":"x","name":"\\u00e9","cooldownSeconds":1.0e1,"actions":[]}';
    await file.write(text);
    await vscode.window.showTextDocument(file.document);
    const format = async (): Promise<number> => {
      await vscode.commands.executeCommand('editor.action.formatDocument');
      return file.document.lineCount;
    };
    // The formatter of VS Code may still be loading.
    await until('the file is laid out', format, lines => lines > 3);
    assert.equal(file.document.getText().replaceAll(/\s/g, ''), text);
  });
});
