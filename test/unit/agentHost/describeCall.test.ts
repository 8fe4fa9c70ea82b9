import assert from 'node:assert/strict';
import { TOOLS } from '../../../src/agent/toolTable.ts';
import { type CallDescription, describeCall } from '../../../src/agentHost/describeCall.ts';
import { INVISIBLE } from '../../../src/util/plainText.ts';
import { hostileTexts } from '../../support/hostileTexts.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const SERVICE = 'Production';
const CONNECTIONS = [
  { name: 'Sandbox', kind: 'sandbox' as const },
  { name: SERVICE, kind: 'service' as const },
];

function describeWithoutNames(name: string, input: object): CallDescription {
  return describeCall(name, input, CONNECTIONS, () => undefined);
}

function questionOf(input: object): string {
  const { question } = describeWithoutNames('act_on_device', { deviceId: ID, ...input });
  return question ? `${question.title} ${question.message}` : '';
}

describe('agentHost/describeCall', () => {
  const onService = { connection: SERVICE };

  it('the description of a call of the chat names the tool and the target', () => {
    for (const { name, title } of TOOLS) {
      assert.ok(describeWithoutNames(name, {}).message.startsWith(`${title} · the sandbox`));
      const given = { connection: SERVICE, path: 'a.flow.json' };
      assert.equal(describeWithoutNames(name, given).message, `${title} · ${SERVICE} · a.flow.json`);
    }
  });

  it('the description of a call of the chat asks about acts on devices of a service with the target and the effect', () => {
    const about = (effect: string): string =>
      `Act on a device of “${SERVICE}”? An agent asks to ${effect} on the device ${ID}.`;
    const point = { x: 1, y: 2 };
    const cases: readonly (readonly [object, string])[] = [
      [{ do: 'tap', element: { text: 'Pay' } }, 'tap the element “Pay”'],
      [{ do: 'tap', point }, 'tap (1, 2)'],
      [{ do: 'swipe', point, to: { x: 3, y: 4 } }, 'swipe from (1, 2) to (3, 4)'],
      [{ do: 'type', text: 'secret-text', element: { role: 'field' } }, 'type text into the field'],
      [{ do: 'type', text: 'secret-text' }, 'type text'],
      [{ do: 'typePasscode', handle: 'passcode-1' }, 'type a passcode'],
      [{ do: 'clear' }, 'clear the focused field'],
      [{ do: 'clear', point }, 'tap (1, 2) and clear the field there'],
      [{ do: 'clear', element: { text: 'City' } }, 'tap the element “City” and clear the field there'],
      [{ do: 'press', button: 'home' }, 'press the button “home”'],
    ];
    for (const [input, effect] of cases) assert.equal(questionOf({ ...onService, ...input }), about(effect));
  });

  it('the description of a call of the chat asks about acts on a real phone, and not about what only reads', () => {
    const input = { deviceId: ID, do: 'press', button: 'home' };
    const ofPhone = (tool: string): CallDescription['question'] =>
      describeCall(tool, input, CONNECTIONS, () => 'Pixel 8', true).question;
    assert.deepEqual(ofPhone('act_on_device'), {
      title: 'Act on a real phone?',
      message: `An agent asks to press the button “home” on the phone “Pixel 8” (${ID}).`,
    });
    assert.equal(ofPhone('look_at_device'), undefined);
  });

  it('the description of a call of the chat describes an element by all that selects it, within a length', () => {
    const selectors: readonly (readonly [unknown, string])[] = [
      [
        { text: 'Delete', role: 'button', index: 1, within: { role: 'list' }, near: { text: 'Milk' } },
        'tap the button “Delete” number 2 in the list near “Milk”',
      ],
      [{ resourceId: 'org.shop:id/pay' }, 'tap the element with the ID pay'],
      [{ near: { text: 'Milk' } }, 'tap an element'],
      [{ text: 7 }, 'tap an element'],
      ['Pay', 'tap an element'],
    ];
    for (const [element, effect] of selectors) {
      const asked = questionOf({ ...onService, do: 'tap', element });
      assert.ok(asked.includes(`asks to ${effect} on the device`), asked);
    }
    const long = { text: 'x'.repeat(1000), near: { text: 'Milk' } };
    const asked = questionOf({ ...onService, do: 'tap', element: long });
    assert.ok(asked.length < 500 && asked.includes('near “Milk”'), asked);
  });

  it('the description of a call of the chat names a device that the window lists', () => {
    const input = { ...onService, deviceId: ID, do: 'clear' };
    const nameOf = (id: string): string => (id === ID ? 'Pixel phone' : '');
    const { message, question } = describeCall('act_on_device', input, CONNECTIONS, nameOf);
    assert.equal(message, `Act on Device · ${SERVICE} · Pixel phone`);
    assert.equal(
      question?.message,
      `An agent asks to clear the focused field on the device “Pixel phone” (${ID}).`,
    );
  });

  it('the description of a call of the chat asks about nothing else, since the tool runner asks for that with what will change', () => {
    for (const { name } of TOOLS.filter(tool => tool.name !== 'act_on_device'))
      assert.equal(describeWithoutNames(name, { ...onService, path: 'a.flow.json' }).question, undefined);
    assert.equal(questionOf({ do: 'tap' }), '');
    assert.equal(questionOf({ do: 'tap', connection: 'Sandbox' }), '');
  });

  it('the description of a call of the chat shows hostile names as plain text', () => {
    for (const { text } of hostileTexts('HOSTILE7f3a', SERVICE)) {
      const named = { deviceId: text, path: text, do: text, button: text, element: { text } };
      const connections = [{ name: text, kind: 'service' as const }];
      for (const gesture of ['tap', 'press', text]) {
        const input = { ...named, do: gesture, connection: text };
        const { message, question } = describeCall('act_on_device', input, connections, () => text);
        for (const shown of [message, question?.title ?? '', question?.message ?? '']) {
          assert.ok(shown.length > 10 && shown.length < 1000);
          assert.doesNotMatch(shown, INVISIBLE);
          assert.doesNotMatch(shown, /\]\([a-z]+:/i);
          assert.doesNotMatch(shown, /\p{Cc}/u);
        }
      }
    }
  });
});
