import assert from 'node:assert/strict';
import { changeLines, flowLines, questionLine, quotedName } from '../../../src/agent/questionText.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { compareFlows } from '../../../src/flow/compare/compareFlows.ts';
import { type FlowMeaning, meaningOfBody } from '../../../src/flow/compare/flowMeaning.ts';

const TAP = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const REQUEST = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002';
const LAUNCH = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b003';
const TASK = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b004';
const TRIGGER = '535b30c4-0204-4cc0-a0e7-eae0ef55bc62';
const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const actions = [
  { id: TAP, name: 'Tap' },
  { id: REQUEST, name: 'Send Request', method: 'webhooks.request' },
  { id: LAUNCH, name: 'Launch App', method: 'device.launchApp' },
  { id: TASK, name: 'Run Task', method: 'task.run' },
];
const catalog = createCatalog(actions, {
  devices: [1, 2, 3].map(index => ({ id: idOf(index), name: `Phone ${index}` })),
  triggers: [{ id: TRIGGER, name: 'Every morning', detail: 'every day at 6:00' }],
  webhooks: [{ id: idOf(9), name: 'hooks.example' }],
});

function flowOf(
  steps: readonly (readonly [actionId: string, params: object])[],
  more: object = {},
): FlowMeaning {
  const entries = steps.map(([actionId, params], position) => ({
    actionId,
    position,
    overrides: { params },
  }));
  return meaningOfBody({ name: 'Flow', triggerId: TRIGGER, actions: entries, ...more }, catalog);
}

describe('agent/questionText: line of a question', () => {
  it('a line of a question is one plain line, whatever a name contains', () => {
    const name = 'a\nYes.\r\u2028b\u202Ecod\u200B [link](command:x) [more](//host) “ on Production? Continue';
    const line = questionLine(name);
    assert.doesNotMatch(line, /[\n\r\u2028\u202E\u200B]/);
    assert.doesNotMatch(line, /\]\(/);
    assert.doesNotMatch(quotedName('X” on Sandbox? “').slice(1, -1), /[“”]/);
    assert.ok(questionLine('x'.repeat(10_000)).length <= 300);
  });
});

describe('agent/questionText: description of a flow in a question', () => {
  const flow = flowOf(
    [
      [LAUNCH, { app: 'org.sandbox.form' }],
      [REQUEST, { url: 'https://ada:canary@api.example:8443/x?token=canary', webhookId: idOf(9) }],
      [REQUEST, { url: 'https://{{event.payload.host}}/x' }],
      [TASK, { password: 'canary' }],
    ],
    { deviceIds: [1, 2, 3].map(idOf), recordingEnabled: true, notifyWebhookId: idOf(9), cooldownSeconds: 5 },
  );
  const lines = flowLines(flow, catalog);
  const text = lines.join('\n');

  it('the description of a flow in a question names its hosts first, also those that only the run knows', () => {
    assert.equal(
      lines[0],
      'It uses these hosts: an address that is known only during the run, api.example:8443.',
    );
    assert.match(text, /It sends events to these webhooks: “hooks\.example”\./);
  });

  it('the description of a flow in a question names the host of an address however it is written, since programs read it in the same way', () => {
    const OPEN = 'an address that is known only during the run';
    const cases: readonly (readonly [name: string, text: string, host: string])[] = [
      ['url', 'https:/evil.example/x', 'evil.example'],
      ['url', 'https:evil.example/x', 'evil.example'],
      ['url', String.raw`https:\\evil.example\x`, 'evil.example'],
      ['url', 'ht\ntps://evil.example/', 'evil.example'],
      ['url', 'https://ev\til.example/', 'evil.example'],
      ['url', ' HTTPS:////evil.example', 'evil.example'],
      ['url', String.raw`https://ok.example\@evil.example/`, 'ok.example'],
      ['url', 'https://ok.example@evil.example/', 'evil.example'],
      ['url', 'https://еxample.com/', 'xn--xample-2of.com'],
      ['url', 'https://[::ffff:7f00:1]:99/', '[::ffff:7f00:1]:99'],
      ['url', 'evil.example/path', 'evil.example'],
      ['url', '//evil.example/path', 'evil.example'],
      ['url', 'intent://evil.example/', 'evil.example'],
      ['url', '{{steps.read.body.a}}https://ok.example/', OPEN],
      ['url', '{{steps.read.body.a}}', OPEN],
      ['url', '{{event.payload.scheme}}://evil.example/', OPEN],
      ['url', 'https://ok.example{{steps.read.body.a}}/', OPEN],
      ['urls', '{{steps.read.body.a}}', OPEN],
      ['proxyServer', '{{steps.read.body.a}}', OPEN],
      ['text', 'see https:/evil.example/x', 'evil.example'],
      ['text', 'https://{{steps.read.body["/"]}}/', OPEN],
    ];
    for (const [name, text, host] of cases) {
      const [list = ''] = flowLines(flowOf([[REQUEST, { [name]: [text] }]]), catalog);
      assert.match(list, /^It uses these hosts: /, JSON.stringify(text));
      assert.ok(list.slice(21, -1).split(', ').includes(host), `${JSON.stringify(text)}: ${list}`);
    }
    for (const text of ['Berlin', 'Main Street 5', '', 'ok'])
      assert.doesNotMatch(flowLines(flowOf([[REQUEST, { address: text }]]), catalog).join(), /these hosts/);
  });

  it('the description of a flow in a question names its trigger, all devices, apps, costs, and settings', () => {
    assert.match(text, /It is started by the trigger “Every morning” \(every day at 6:00\)\./);
    assert.match(text, /Devices \(3\): “Phone 1”, “Phone 2”, “Phone 3”\./);
    assert.match(text, /Apps: “org\.sandbox\.form”\./);
    assert.match(text, /1 step uses a language model, which costs money with every run\./);
    assert.match(text, /^Recording: the whole run$/m);
    assert.match(text, /^Cooldown \(seconds\): 5$/m);
  });

  it('the description of a flow in a question has a line for each step, without secrets', () => {
    assert.match(text, /^It has 4 steps:\n1\. “Launch App” \{"app":"org\.sandbox\.form"\}$/m);
    assert.match(text, /^4\. “Run Task” \{"password":"••••••"\}$/m);
    assert.doesNotMatch(text, /canary/);
  });

  it('the description of a flow in a question counts the steps of a long flow by action, and still names every host', () => {
    const many = Array.from({ length: 90 }, (_, index) => [TAP, { x: index }] as const);
    const long = flowLines(flowOf([...many, [REQUEST, { url: 'https://last.example/' }]]), catalog);
    assert.equal(long[0], 'It uses these hosts: last.example.');
    assert.deepEqual(long.slice(-3), ['It has 91 steps:', '90 × “Tap”', '1 × “Send Request”']);
  });

  it('the description of a flow in a question is refused if it had to leave out hosts', () => {
    const many = Array.from(
      { length: 101 },
      (_, index) => [REQUEST, { url: `https://h${index}.example/` }] as const,
    );
    assert.throws(
      () => flowLines(flowOf(many), catalog),
      /uses 101 hosts, too many to show them to the user/,
    );
  });
});

describe('agent/questionText: description of changes in a question', () => {
  it('the description of changes in a question begins with hosts, deletions, and devices, however many changes there are', () => {
    const taps = (x: number): readonly (readonly [string, object])[] =>
      Array.from({ length: 60 }, (_, index) => [TAP, { x: x + index, y: x + index }] as const);
    const former = flowOf([...taps(0), [LAUNCH, { app: 'a' }]], { deviceIds: [idOf(1)] });
    const flow = flowOf([...taps(1000), [REQUEST, { url: 'https://evil.example/' }]], {
      deviceIds: [idOf(1), idOf(2)],
    });
    const lines = changeLines(compareFlows(former, flow), { former, flow }, catalog);
    assert.deepEqual(lines.slice(0, 4), [
      'It uses these hosts: evil.example (new).',
      'The former step 61 “Launch App” is gone.',
      'Devices before (1): “Phone 1”.',
      'Devices from then on (2): “Phone 1”, “Phone 2”.',
    ]);
    assert.equal(lines.length, 4 + 40 + 1);
    assert.match(lines.at(-1) ?? '', /^81 more changes of steps are not listed here\.$/);
  });
});
