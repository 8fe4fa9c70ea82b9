import assert from 'node:assert/strict';
import { importMacro } from '../../../../src/flow/import/macro.ts';
import { DEFAULT_TARGET } from '../../../../src/flow/import/imported.ts';
import { resolveImport } from '../../../../src/flow/import/resolveImport.ts';
import { importCatalog, reportLines, stepLines } from '../../../support/importing.ts';

function read(actions: readonly object[], fields: object = {}): ReturnType<typeof resolveImport> {
  const text = JSON.stringify({ version: '1.0', ...fields, actions }, undefined, 1);
  return resolveImport(importMacro('flow.yaml', text, DEFAULT_TARGET), importCatalog);
}

describe('flow/import/macro', () => {
  for (const [name, action, step, report = /translated$/] of [
    [
      'a tap on a known element',
      { action_type: 'tap', x: 10, y: 20, element_text: 'Sign in', element_index: 3 },
      'device.tap {"target":{"by":"text","text":"Sign in"},"fallback":{"by":"description","description":"Sign in"}}',
    ],
    [
      'a tap on a point',
      { action_type: 'tap', x: 10.4, y: 20 },
      'device.tap {"target":{"x":10,"y":20}}',
      /tap approximated: The point is touched/,
    ],
    [
      'a swipe',
      { action_type: 'swipe', start_x: 1, start_y: 900, end_x: 1, end_y: 100, duration_ms: 400 },
      'device.swipe {"gesture":{"startX":1,"startY":900,"endX":1,"endY":100},"duration":400}',
    ],
    [
      'a drag',
      { action_type: 'drag', start_x: 1, start_y: 2, end_x: 3, end_y: 4, duration: 3 },
      'device.swipe {"gesture":{"startX":1,"startY":2,"endX":3,"endY":4},"duration":3000}',
      /drag approximated/,
    ],
    [
      'a key with a button',
      { action_type: 'key_press', keycode: 4 },
      'device.globalAction {"button":"back"}',
    ],
    ['another key', { action_type: 'key_press', keycode: 24 }, 'device.pressKey {"key":24}'],
    ['a button', { action_type: 'button_press', button: 'ENTER' }, 'device.pressKey {"key":"enter"}'],
    [
      'the start of an app',
      { action_type: 'start_app', package: 'a.b.c', activity: null },
      'device.launchApp {"platform":"android","app":"a.b.c"}',
    ],
    ['a wait', { action_type: 'wait', duration: 1.5 }, 'flow.wait {"seconds":1.5}'],
    [
      'a call of a tool',
      { tool_name: 'click_area', tool_args: { x1: 0, y1: 0, x2: 10, y2: 20 } },
      'device.tap {"target":{"x":5,"y":10}}',
      /approximated/,
    ],
    [
      'a swipe of a tool',
      { tool_name: 'swipe', tool_args: { coordinate: [1, 2], coordinate2: [3, 4] } },
      'device.swipe {"gesture":{"startX":1,"startY":2,"endX":3,"endY":4},"duration":1000}',
    ],
    [
      'a secret',
      { tool_name: 'type_secret', tool_args: { secret_id: 'login' } },
      'device.typeText {"text":"{{event.payload.login}}"}',
      /Secrets are not written/,
    ],
    [
      'an unknown action',
      { action_type: 'dance', steps: 3 },
      'webhooks.log {"message":"Not translated: flow.yaml:4\\n{\\n   \\"action_type\\": \\"dance\\",\\n   \\"steps\\": 3\\n  }","level":"warning"} “Not translated: dance”',
      /dance left: “dance” is no known action/,
    ],
    [
      'a tap without a place',
      { action_type: 'tap' },
      'webhooks.log {"message":"Not translated: flow.yaml:4\\n{\\n   \\"action_type\\": \\"tap\\"\\n  }","level":"warning"} “Not translated: tap”',
      /tap left/,
    ],
  ] as const)
    it(`an action of a macro becomes a step: ${name}`, () => {
      const result = read([action]);
      assert.deepEqual(stepLines(result), [step]);
      assert.match(reportLines(result)[0] ?? '', report);
      assert.match(reportLines(result)[0] ?? '', /^:4 /);
    });

  it('texts of a macro are written unless their field is secret or not known', () => {
    const tap = (element_text?: string): object => ({ action_type: 'tap', x: 1, y: 2, element_text });
    const type = (text: string): object => ({ action_type: 'input_text', text, clear: true });
    const result = read(
      [tap('Name'), type('Ada'), tap('Password'), type('hunter1'), tap(), type('hunter2')],
      { description: 'Sign in' },
    );
    assert.deepEqual(
      stepLines(result).filter(line => line.startsWith('device.typeText')),
      [
        'device.typeText {"text":"Ada","clear":true}',
        'device.typeText {"text":"{{event.payload.password}}","clear":true}',
        'device.typeText {"text":"{{event.payload.text}}","clear":true}',
      ],
    );
    assert.doesNotMatch(result.text + JSON.stringify(result.commands), /hunter/);
    assert.equal(result.name, 'Sign in');
    assert.deepEqual(result.notes, [
      'Pass “password” in the payload of the trigger.',
      'Pass “text” in the payload of the trigger.',
    ]);
  });

  for (const [text, message] of [
    ['{"actions": 1}', /is no macro/],
    ['[', /is no JSON/],
    ['', /is no JSON/],
    [`[${'['.repeat(100_000)}`, /is no JSON/],
    [`[${Array(3000).fill('1').join(',')}]`, /more than 2000 actions/],
    [' '.repeat(300_000), /too large/],
  ] as const)
    it(`a file that is no macro is refused: ${text.slice(0, 20)}`, () => {
      assert.throws(() => importMacro('a.json', text, DEFAULT_TARGET), message);
    });

  it('an entry of a macro that is no object is left', () => {
    const result = resolveImport(importMacro('flow.yaml', '[1]', DEFAULT_TARGET), importCatalog);
    assert.deepEqual(reportLines(result), [':1 action left: It is no action.']);
  });
});
