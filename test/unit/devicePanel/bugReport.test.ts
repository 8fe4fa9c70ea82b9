import assert from 'node:assert/strict';
import type { UiNode } from '../../../src/contract/records/uiState.ts';
import { type BugFacts, bugReport, withheldPicture } from '../../../src/devicePanel/bugReport.ts';
import type { LogLine } from '../../../src/protocol/devicePanel.ts';

const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 50 };
const CANARIES = [
  '482913',
  'canary-typed',
  'canary-field',
  'canary-password',
  'sk_live_canary9f2c81',
  'canary-user-key',
];

function node(more: Partial<UiNode>): UiNode {
  return { boundsInScreen, className: 'android.widget.TextView', ...more };
}

function line(number: number, gesture: LogLine['gesture'], more: Partial<LogLine> = {}): LogLine {
  const at = Date.UTC(2026, 0, 2, 3, 4, number);
  return {
    number,
    at,
    display: 0,
    gesture,
    element: undefined,
    state: 'done',
    ms: 31.4,
    error: undefined,
    ...more,
  };
}

const FACTS: BugFacts = {
  moment: new Date('2026-01-02T03:04:05.000Z'),
  device: { id: 'd-1', name: 'Pixel phone', state: 'ready', type: 'android_cloud_phone' },
  connection: 'Sandbox',
  display: 0,
  size: { width: 1080, height: 2400 },
  uiState: {
    a11y_tree: node({
      className: 'android.widget.FrameLayout',
      children: [
        node({ text: 'Checkout failed', resourceId: 'shop:id/error' }),
        node({ className: 'android.widget.Button', text: 'Pay', isClickable: true, isEnabled: false }),
      ],
    }),
    phone_state: { currentApp: 'Shop', packageName: 'org.shop', activityName: '.Pay' },
  },
  appVersion: '2.4.1',
  log: [
    line(
      2,
      { kind: 'tap', at: { x: 5, y: 6 }, stealth: false },
      { element: 'Button “Pay”', state: 'failed', error: 'It is busy.' },
    ),
    line(1, { kind: 'global', button: 'home' }),
  ],
  video: { name: 'Friday', address: 'https://api.example.com/devices/d-1/recordings/r-1/video' },
  picture: 'screen.png',
  problem: undefined,
};

it('a bug report of a device has the facts, the picture, the gestures from the oldest on, the video, and the elements', () => {
  const text = bugReport(FACTS);
  for (const part of [
    '# Bug report: Pixel phone',
    '- Time: 2026\\-01\\-02T03:04:05.000Z',
    'android\\_cloud\\_phone',
    '- OS version: not reported by the service',
    'Shop \\(org.shop\\) 2.4.1',
    '![Screen](screen.png)',
    '`https://api.example.com/devices/d-1/recordings/r-1/video`',
    'text “Checkout failed” shop:id/error 0, 0 – 100, 50',
    'button “Pay” 0, 0 – 100, 50 disabled',
  ])
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  assert.match(text, /1\. .*Press Home, done in 31 ms\n2\. .*Tap Button “Pay”, failed, It is busy\.\n/);
});

it('a bug report of a device has no passcode, password, key, or typed text, wherever it stands', () => {
  const a11y_tree = node({
    children: [
      node({ text: 'Your verification code is 482913' }),
      ...['4', '8', '2', '9', '1', '3'].map(text => node({ text })),
      node({ className: 'android.widget.EditText', isEditable: true, text: 'canary-field' }),
      node({ className: 'android.widget.EditText', isPassword: true, text: 'canary-password' }),
      node({ text: 'Hello canary-typed, your api_key=sk_live_canary9f2c81' }),
      node({ contentDescription: 'https://ada:canary-user-key@example.com/' }),
    ],
  });
  const text = bugReport({
    ...FACTS,
    uiState: { a11y_tree },
    picture: undefined,
    log: [
      line(3, { kind: 'tap', at: { x: 1, y: 1 }, stealth: false }, { element: 'TextView “Code 482913”' }),
      line(
        2,
        { kind: 'text', text: 'canary-typed', stealth: false, secret: false },
        { error: 'Cannot type canary-typed with token=sk_live_canary9f2c81' },
      ),
      line(1, { kind: 'text', text: '', stealth: false, secret: true }),
    ],
  });
  for (const canary of CANARIES) assert.ok(!text.includes(canary), `${canary} is in ${text}`);
  assert.match(text, /Type hidden text/);
});

it('a bug report of a device leaves out a picture that may show a secret or what was typed, and says why', () => {
  const of = (...children: UiNode[]): string | undefined =>
    withheldPicture({ a11y_tree: node({ children }) });
  assert.equal(of(node({ text: 'Pay' })), undefined);
  assert.match(of(node({ text: 'Your verification code is 482913' })) ?? '', /passcode or a password/);
  assert.match(of(node({ isPassword: true, text: 'abc' })) ?? '', /passcode or a password/);
  assert.match(of(node({ isEditable: true, text: 'Ada' })) ?? '', /typed into a field/);
  assert.equal(of(node({ isEditable: true, text: 'Name', hint: 'Name' })), undefined);
  assert.match(withheldPicture(undefined) ?? '', /does not report its elements/);
  const { uiState } = FACTS;
  assert.match(
    bugReport({ ...FACTS, uiState: undefined, picture: undefined }),
    /There is no picture\. The device does not/,
  );
  assert.match(bugReport({ ...FACTS, uiState, picture: undefined }), /None could be taken/);
});

it('a bug report of a device stays plain and bounded with hostile texts', () => {
  const text = '<img src=x onerror=alert(1)> [x](command:a) ``` '.repeat(40);
  const children = Array.from({ length: 5000 }, () => node({ text }));
  const log = Array.from({ length: 500 }, (_, index) =>
    line(index, { kind: 'clear' }, { state: 'failed', error: text }),
  );
  const report = bugReport({
    ...FACTS,
    device: { ...FACTS.device, name: text },
    uiState: { a11y_tree: node({ children }) },
    log,
  });
  assert.ok(report.length < 400_000, String(report.length));
  const outside = report.slice(0, report.indexOf('## Elements'));
  assert.doesNotMatch(outside, /(?<!\\)<img|\]\(command/);
});
