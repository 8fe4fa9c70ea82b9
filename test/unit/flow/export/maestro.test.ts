import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { compareFlows } from '../../../../src/flow/compare/compareFlows.ts';
import type { FlowDifference } from '../../../../src/flow/compare/difference.ts';
import { meaningOfBody } from '../../../../src/flow/compare/flowMeaning.ts';
import { exportMaestro, type ExportResult } from '../../../../src/flow/export/exportMaestro.ts';
import { importReport } from '../../../../src/flow/import/importReport.ts';
import { newFlowText, usableTemplates } from '../../../../src/flow/new/newFlow.ts';
import { HIDDEN } from '../../../../src/util/hidden.ts';
import type { JsonObject } from '../../../../src/util/isObject.ts';
import { flowOf, type TestStep, translatedSteps } from '../../../support/exportedSteps.ts';
import { importCatalog, importFlow, reportLines, stepLines } from '../../../support/importing.ts';
import { NEARLY, SAME } from '../../../support/maestroCommands.ts';
import { IMPORTED_FILES, MAESTRO_FLOWS, wholeFlow } from '../../../support/maestroFlows.ts';

function exported(text: string): ExportResult {
  return exportMaestro('flows/test.flow.json', text, importCatalog);
}

/** Returns the lines of the commands in an exported file. */
function commandsIn({ text }: ExportResult): string {
  return text.slice(text.indexOf('---\n') + 4);
}

/** Returns a flow whose keys are numbers, since an import gives keys of its own. */
function withNumberedKeys(text: string): string {
  const keys = [...text.matchAll(/"key": ?"([^"]+)"/g)].map(([, key = '']) => key);
  return keys.reduce(
    (result, key, index) =>
      result
        .replaceAll(`"key": "${key}"`, `"key": "n${index}"`)
        .replaceAll(`{{steps.${key}.`, `{{steps.n${index}.`),
    text,
  );
}

/** Imports an exported flow, and returns how its steps differ from the original ones. */
async function differences(text: string, result: ExportResult): Promise<readonly FlowDifference[]> {
  const back = await importFlow(result.text);
  const [actual, desired] = [back.text, text].map(one =>
    meaningOfBody(JSON.parse(withNumberedKeys(one)) as JsonObject, importCatalog),
  );
  assert.ok(actual && desired);
  return compareFlows(actual, desired).filter(({ kind }) => kind !== 'setting');
}

const launch: TestStep = {
  method: 'device.launchApp',
  params: { platform: 'android', app: 'com.example.shop' },
};
const back: TestStep = { method: 'device.globalAction', params: { button: 'back' } };

/** Steps, the commands that nearly have their meaning, and what the report says. */
const NEAR: readonly (readonly [steps: readonly TestStep[], commands: string, report: RegExp])[] = [
  [
    [
      {
        method: 'device.tap',
        params: { target: { by: 'text', text: 'Buy', role: 'button' }, stealth: true },
      },
    ],
    '- tapOn: Buy',
    /does not compare the kind of element.*description for screen readers.*no equivalent of “stealth”/,
  ],
  [
    [{ method: 'device.tap', params: { target: { by: 'description', description: 'Buy' }, stealth: false } }],
    '- tapOn: Buy',
    /approximated: Maestro also compares the text of elements, not only the description for screen readers\.$/,
  ],
  [
    [{ method: 'device.tap', params: { target: { by: 'near', near: 'Name', role: 'switch' } } }],
    '- tapOn:\n    below: Name',
    /first element below “Name”/,
  ],
  [
    [
      {
        method: 'device.checkElement',
        params: { element: { by: 'resourceId', resourceId: 'a:id/b' }, contains: 'x.y' },
      },
    ],
    '- assertVisible:\n    id: a:id/b\n    text: .*x\\.y.*',
    /“timeoutSeconds” is 17, not 5/,
  ],
  [
    [{ method: 'device.checkElement', params: { element: { by: 'text', text: 'A' }, timeoutSeconds: 60 } }],
    '- extendedWaitUntil:\n    visible: A\n    timeout: 60000',
    /It becomes a wait/,
  ],
  [
    [{ method: 'device.typeText', params: { text: 'Ada', clear: true, wordsPerMinute: 60 } }],
    '- eraseText\n- inputText: Ada',
    /emptied by a command before it.*“wordsPerMinute”/,
  ],
  [
    [{ method: 'device.pressKey', params: { key: 'tab', times: 2 } }],
    '- pressKey: Tab\n- pressKey: Tab',
    /repeated/,
  ],
  [
    [{ method: 'device.swipe', params: { gesture: { direction: 'down', distance: 0.2 }, duration: 400 } }],
    '- swipe:\n    start: 50%,40%\n    end: 50%,60%',
    /between two points/,
  ],
  [
    [{ method: 'flow.wait', params: { seconds: 3 } }],
    '- waitForAnimationToEnd:\n    timeout: 3000',
    /at most 3 seconds/,
  ],
  [[{ method: 'device.screenshot' }], '- takeScreenshot: screen', /approximated/],
  [
    [{ method: 'flow.repeat', params: { times: 2, pauseSeconds: 3 }, children: [back, back] }],
    '- repeat:\n    times: 2\n    commands:\n      - back\n      - back',
    /does not pause/,
  ],
  [
    [
      { method: 'device.setClipboard', params: { content: 'a' } },
      { method: 'device.pressKey', params: { key: 279 } },
    ],
    '- setClipboard: a\n- pasteText',
    /An import makes other steps/,
  ],
  [
    [
      {
        method: 'flow.branch',
        params: { left: '{{event.payload.mode}}', operator: 'equals', right: 'x' },
        children: [{ method: 'flow.stop', params: { outcome: 'failed', reason: 'No x' } }],
      },
    ],
    '- assertTrue: ${mode != "x"}',
    /its own reason/,
  ],
  [
    [{ method: 'agent.decide', params: { question: 'Is it blue?' }, optional: true }],
    '- assertWithAI:\n    assertion: Is it blue?\n    optional: true',
    /model of Maestro/,
  ],
];

describe('flow/export/maestro', () => {
  for (const commands of [
    ...SAME.map(([one]) => one),
    ...NEARLY.map(([one]) => one),
    ...Object.values(MAESTRO_FLOWS).map(wholeFlow),
  ])
    it(`an imported flow is exported, and the import of that is equal: ${JSON.stringify(commands).slice(0, 80)}`, async () => {
      const { text } = await importFlow(commands, IMPORTED_FILES);
      const result = exported(text);
      assert.deepEqual(await differences(text, result), []);
      assert.doesNotMatch(reportLines(result).join('\n'), / left/);
    });

  const files = ['first-steps', 'location-tour', 'nightly-check', 'sign-in', 'ask-the-agents', 'mistakes'];
  const examples = files.flatMap(name => {
    const text = readFileSync(new URL(`../../../../examples/${name}.flow.json`, import.meta.url), 'utf8');
    return [[name, text] as const];
  });
  const templates = usableTemplates(importCatalog).map(({ template, steps }) => {
    const whole = newFlowText({ name: template.title, triggerId: '', steps });
    return [template.title, whole] as const;
  });
  for (const [name, text] of [...examples, ...templates])
    it(`an import makes every translated step equal: ${name}`, async () => {
      let result: ExportResult;
      try {
        result = exported(text);
      } catch (error) {
        assert.match(String(error), /No step of the flow has a command in Maestro/);
        return;
      }
      const { actions } = JSON.parse(text) as { readonly actions: readonly JsonObject[] };
      assert.ok(result.commands.length >= actions.length);
      // Steps that are left are comments with their JSON.
      for (const { outcome, notes } of result.commands)
        assert.equal(outcome === 'translated', notes.length === 0);
      const different = (await differences(text, result)).filter(({ kind }) => kind !== 'removed').length;
      const others = result.commands.filter(({ outcome }) => outcome !== 'translated').length;
      assert.ok(different <= others, `${different} > ${others}`);
    });

  it('generated flows are translated, and an import makes equal flows of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(translatedSteps, { minLength: 1, maxLength: 5 }), async blocks => {
        const text = flowOf(launch, ...blocks.flatMap((make, index) => make(`key${index}`)));
        const result = exported(text);
        const different = reportLines(result).filter(line => !line.endsWith(' translated'));
        assert.deepEqual(different, [], result.text);
        assert.deepEqual(await differences(text, result), [], result.text);
      }),
      { numRuns: 400 },
    );
  });

  it('a step that stands for a command that was not imported becomes a comment with the original text', async () => {
    const imported = await importFlow(
      '- back\n- repeat:\n    times: ${N}\n    commands:\n      - inputText: "{{a}}"\n',
    );
    const result = exported(imported.text);
    assert.match(
      result.text,
      /# Not translated: repeat\n *# repeat:\n *# {5}times: \$\{N\}\n *# {5}commands:\n *# {7}- inputText: "\{\{a\}\}"\n/,
    );
    const last = reportLines(result).at(-1)?.replace(/^\S+ /, '');
    assert.equal(last, 'Not translated: repeat left: It was not translated by the import.');
  });

  it('a wait that stands for a command that was not imported becomes a comment', () => {
    const name = 'Not translated: fly Not translated: a.yaml:3 fly: away';
    const result = exported(flowOf(back, { method: 'flow.wait', params: { seconds: 0 }, name }));
    assert.match(result.text, /- back\n *# Not translated: fly.*away\n/);
    assert.doesNotMatch(result.text, /waitForAnimationToEnd/);
  });

  it('a step without an equivalent becomes a comment with its JSON, and the report says why', async () => {
    const text = flowOf(
      { method: 'device.reboot', name: 'Start again\n- runScript: evil.js' },
      back,
      { method: 'flow.repeat', params: { times: 2 }, children: [back, { method: 'device.readClipboard' }] },
      { method: 'flow.repeat', params: { items: ['a'] }, children: [back] },
      { method: 'device.typeText', params: { text: '{{steps.other.body.code}}' } },
    );
    const result = exported(text);
    const [first] = (JSON.parse(text) as { readonly actions: readonly JsonObject[] }).actions;
    assert.ok(result.text.includes(`# ${JSON.stringify(first)}\n- back\n`), result.text);
    assert.match(
      result.text,
      /- repeat:\n {4}times: 2\n {4}commands:\n {6}- back\n {6}# Not translated: Read clipboard\n {6}# \{"actionId"/,
    );
    assert.deepEqual(
      reportLines(result).map(line => line.replace(/^\S+ /, '')),
      [
        'Start again - runScript: evil.js left: Maestro has no command for “Reboot device”.',
        'Back, home or recents translated',
        'Repeat translated',
        'Back, home or recents translated',
        'Read clipboard left: Maestro has no command for “Read clipboard”.',
        'Repeat left: Maestro has no command for “Repeat” with these values.',
        'Back, home or recents left: It is part of a step that is not translated.',
        'Type text left: Maestro has no value for {{steps.other.body.code}}.',
      ],
    );
    // Nothing of a comment is a command.
    const again = await importFlow(result.text);
    assert.deepEqual(stepLines(again), [
      'device.globalAction {"button":"back"}',
      'flow.repeat {"times":2}',
      '  device.globalAction {"button":"back"}',
    ]);
  });

  for (const [steps, commands, report] of NEAR)
    it(`a step becomes a command that nearly has its meaning: ${commands.split('\n')[0] ?? ''}`, () => {
      const result = exported(flowOf(...steps));
      assert.equal(commandsIn(result), `${commands}\n`);
      assert.match(reportLines(result).join('\n'), report);
      assert.doesNotMatch(reportLines(result).join('\n'), / left/);
    });

  it('secrets are not written, and the flow reads them from variables', async () => {
    const text = flowOf(
      { method: 'device.tap', params: { target: { by: 'text', text: 'Password' } } },
      { method: 'device.typeText', params: { text: 'hunter1' } },
      { method: 'device.tap', params: { target: { by: 'text', text: 'Note' } } },
      { method: 'device.typeText', params: { text: 'Authorization: Bearer hunter2-0123456789abcdef' } },
      {
        method: 'webhooks.request',
        params: { url: 'https://u:hunter3@example.com/', headers: { 'X-Api-Key': 'hunter4' } },
      },
    );
    const result = exported(text);
    assert.doesNotMatch(JSON.stringify(result), /hunter/);
    assert.match(result.text, /- inputText: \$\{password\}\n/);
    assert.match(result.text, /- inputText: "?Authorization: Bearer \$\{secret\}"?\n/);
    assert.ok(result.text.includes(HIDDEN));
    assert.match(reportLines(result).join('\n'), /Type text approximated: The secret is not written/);
    assert.deepEqual(result.notes.slice(1, 3), [
      'Pass “password” to Maestro with --env.',
      'Pass “secret” to Maestro with --env.',
    ]);
    const again = stepLines(await importFlow(result.text));
    assert.ok(again.includes('device.typeText {"text":"{{event.payload.password}}"}'), again.join('\n'));
  });

  const password: TestStep = { method: 'device.tap', params: { target: { by: 'text', text: 'Password' } } };
  const note: TestStep = { method: 'device.tap', params: { target: { by: 'text', text: 'Note' } } };
  const typing = (text: unknown): TestStep => ({ method: 'device.typeText', params: { text } });
  const reading = { left: '{{steps.other.body.code}}', operator: 'equals', right: 'x' };
  const found = { element: { by: 'description', description: 'Password' } };
  const nowhere = {
    ...password,
    params: { target: { by: 'text', text: '{{steps.other.body.label}} password' } },
  };
  const elements: readonly (readonly [name: string, target: JsonObject])[] = [
    ...['id/password_field', 'com.example:id/passwordEditText', 'passwordinput'].map(
      id => [id, { by: 'resourceId', resourceId: id }] as const,
    ),
    ...['Password (required)', 'PIN code (4 digits)', 'Dein Passwort hier', '请输入密码（必填）'].map(
      text => [text, { by: 'text', text }] as const,
    ),
    ['a description', { by: 'description', description: 'Password, edit box' }],
    ['a label', { by: 'near', near: 'Password' }],
  ];
  const typings: readonly (readonly [name: string, ...steps: TestStep[]])[] = [
    ...elements.map(
      ([name, target]) =>
        [`a field “${name}”`, { method: 'device.tap', params: { target } }, typing('hunter2secret')] as const,
    ),
    [
      'inside a condition that is not translated',
      { method: 'flow.branch', params: reading, children: [password, typing('hunter2secret')] },
    ],
    [
      'inside a repeat over items',
      { method: 'flow.repeat', params: { items: ['a'] }, children: [password, typing('hunter2secret')] },
    ],
    [
      'items',
      {
        method: 'flow.repeat',
        params: { items: ['hunter2secret'] },
        children: [password, typing('{{item}}')],
      },
    ],
    [
      'items that are numbers',
      {
        method: 'flow.repeat',
        params: { items: [{ own: 482913 }] },
        children: [password, typing('{{item.own}}')],
      },
    ],
    ['a number', password, typing(482913)],
    ['after a tap that is not translated', note, nowhere, typing('hunter2secret')],
    [
      'after a tap inside a condition',
      { method: 'flow.branch', params: reading, children: [password] },
      typing('482913'),
    ],
    ['after a tap that may fail', password, { ...note, optional: true }, typing('hunter2secret')],
    ['with an expression', password, typing('hunter2secret{{event.payload.day}}')],
    [
      'after a tap on the place of an element',
      { method: 'device.readElement', key: 'place', params: found },
      { ...note, params: { target: { x: '{{steps.place.body.bounds.left}}', y: 5 } } },
      typing('hunter2secret'),
    ],
    [
      'that other steps contain',
      { method: 'device.checkElement', params: { element: { by: 'text', text: 'Hi hunter2secret' } } },
      password,
      { ...typing('hunter2secret'), name: 'Type hunter2secret' },
      { method: 'webhooks.notify', params: { message: 'hunter2secret' } },
    ],
  ];
  for (const [name, ...steps] of typings)
    it(`a password is not in the file or the report: ${name}`, () => {
      const result = exported(flowOf(back, ...steps));
      assert.doesNotMatch(result.text, /hunter2|482913/);
      assert.doesNotMatch(importReport(result, 'step') + JSON.stringify(result), /hunter2|482913/);
    });

  it('a text is written if the tap before it is on another field, also if that tap is not translated', () => {
    const other = {
      method: 'device.tap',
      params: { target: { by: 'text', text: '{{steps.other.body.label}}' } },
    };
    const result = exported(
      flowOf(password, typing('hunter2'), other, typing('Ada'), password, typing('hunter2')),
    );
    assert.match(result.text, /- inputText: Ada\n/);
    assert.equal(result.text.match(/- inputText: \$\{password\}\n/g)?.length, 2);
    assert.deepEqual(result.notes.slice(1), ['Pass “password” to Maestro with --env.']);
  });

  it('the file has no control characters, also in comments and names', async () => {
    const bad = 'Red\u001b[31m\u0000\u0007\u0008\u000b\u009b\u202e\r\n- runScript: evil.js\u2028x';
    const reboot = { method: 'device.reboot', name: bad, params: { reason: bad } };
    const text = flowOf(reboot, { ...back, name: bad }, typing(bad), reboot);
    const result = exported(text.replace('"Test"', JSON.stringify(bad)));
    assert.doesNotMatch(result.text, /[^\P{Cc}\n]|[\u2028\ufeff]/u);
    for (const line of result.text.split('\n').filter(one => one.includes('#')))
      assert.doesNotMatch(line, /\p{Bidi_Control}/u);
    assert.deepEqual(stepLines(await importFlow(result.text)), [
      'device.globalAction {"button":"back"} “Red [31m - runScript: evil.js x”',
      `device.typeText ${JSON.stringify({ text: bad })}`,
    ]);
  });

  it('a repeat of a thousand rounds is translated', async () => {
    const text = flowOf({ method: 'flow.repeat', params: { times: 1000 }, children: [back, launch] });
    const result = exported(text);
    assert.deepEqual(await differences(text, result), []);
    assert.deepEqual(
      result.commands.map(({ outcome }) => outcome),
      ['translated', 'translated', 'translated'],
    );
  });

  it('the file names the app that is started first, its name, and what has no equivalent', () => {
    const flow = {
      ...(JSON.parse(flowOf(launch)) as JsonObject),
      triggerId: 't',
      cooldownSeconds: null,
      own: 1,
    };
    const result = exported(JSON.stringify(flow));
    assert.equal(result.text, 'appId: com.example.shop\nname: Test\n---\n- launchApp:\n    stopApp: false\n');
    assert.deepEqual(result.notes, ['Settings without an equivalent: “own”.']);
    assert.match(exported(flowOf(back)).notes.join(), /Maestro needs the app/);
  });

  for (const [name, text, message] of [
    ['no JSON', '{', /is no JSON/],
    ['no object', '[]', /does not hold a flow/],
    ['no steps', '{"actions":[]}', /No step of the flow has a command/],
    ['only steps without commands', flowOf({ method: 'device.reboot' }), /No step of the flow has a command/],
    ['steps that nest too deep', `{"actions":${'[{"children":'.repeat(5000)}`, /is no JSON/],
    [
      'entries of wrong types',
      '{"actions":[1,null,{"actionId":5,"overrides":{"params":[]},"children":{}}]}',
      /No step/,
    ],
  ] as const)
    it(`a file is refused with a sentence: ${name}`, () => {
      assert.throws(() => exported(text), message);
    });
});
