import assert from 'node:assert/strict';
import { HANDLE_MS, PasscodeHandles } from '../../../src/agent/passcodeHandles.ts';
import { diskFiles } from '../../../src/agent/diskFiles.ts';
import { cutMarked, mark } from '../../../src/agent/marked.ts';
import type { ToolConnection } from '../../../src/agent/ports.ts';
import { DEFAULT_SETTINGS } from '../../../src/agent/policy.ts';
import { ToolRunner } from '../../../src/agent/toolRunner.ts';
import type { Client } from '../../../src/client/client.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { CodeHider } from '../../../src/util/passcodes/hideCodes.ts';
import { hideCodesIn } from '../../../src/util/passcodes/hideCodesIn.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const CODE = '739164';
const MAIL = {
  id: 'm1',
  subject: 'Your code',
  preview: `It is ${CODE}.`,
  receivedAt: '2026-11-28T10:00:00Z',
};

/** A device that shows texts in an app, and a mailbox with mails. */
class Phone {
  texts: readonly string[] = [];
  app = 'com.example.shop';
  mails: readonly object[] = [MAIL];
  /** Called while a picture is taken. */
  onPicture: () => unknown = () => undefined;

  readonly client = new Proxy({} as Client, {
    get: (_, operation) => async (): Promise<object> => {
      if (operation === 'takeScreenshot') await this.onPicture();
      return { value: this.#reply(String(operation)) };
    },
  });

  #reply(operation: string): unknown {
    if (operation === 'takeScreenshot') return new Uint8Array([1]);
    if (operation === 'findPasscode')
      return { data: { code: CODE, messageId: MAIL.id, receivedAt: MAIL.receivedAt } };
    if (operation === 'listMailboxMessages') return { items: this.mails };
    const children = this.texts.map((text, at) => ({
      ...{ text, className: 'android.widget.EditText', resourceId: `box${'abcdefgh'[at] ?? ''}` },
      boundsInScreen: { left: at * 10, top: 0, right: at * 10 + 9, bottom: 10 },
    }));
    return { a11y_tree: { children }, phone_state: { packageName: this.app } };
  }
}

function runnerWith(phone: Phone): (tool: string, input: object) => Promise<Record<string, unknown>> {
  const connection: ToolConnection = {
    ...{
      id: 'sandbox',
      name: 'Sandbox',
      kind: 'sandbox',
      sandboxClient: undefined,
      readState: () => assert.fail('No UI state is read.'),
      client: phone.client,
    },
    catalog: () => Promise.resolve(createCatalog([])),
  };
  const runner = new ToolRunner({
    settings: () => ({ ...DEFAULT_SETTINGS, callsPerMinute: 1000 }),
    connections: () => [connection],
    open: () => Promise.resolve(connection),
    files: diskFiles(import.meta.dirname),
    hasTrust: () => true,
    confirm: () => Promise.resolve(true),
    record: () => undefined,
  });
  return async (tool, input) => {
    const { signal } = new AbortController();
    const result = await runner.run({ tool, input, who: 'test', signal });
    assert.ok('output' in result, JSON.stringify(result));
    return { ...result.output };
  };
}

it('passcodes and agents do not come out of six boxes, and their picture is withheld until another app is in front', async () => {
  const phone = new Phone();
  const call = runnerWith(phone);
  const since = '2026-11-28T09:00:00Z';
  const { handle } = await call('wait_for_passcode', { mailboxId: ID, since });
  phone.texts = Array.from(CODE);
  const before = await call('look_at_device', { deviceId: ID, picture: true });
  assert.equal(before['picture'], 'withheld');
  assert.doesNotMatch(JSON.stringify(before['elements']), /"text":"\d"/);
  await call('act_on_device', { deviceId: ID, do: 'typePasscode', handle });
  // A field can show the passcode although its element does not.
  phone.texts = ['Welcome'];
  assert.equal((await call('look_at_device', { deviceId: ID, picture: true }))['picture'], 'withheld');
  phone.app = 'com.example.launcher';
  assert.equal((await call('look_at_device', { deviceId: ID, picture: true }))['picture'], 'taken');
});

it('passcodes and agents are in no picture if they appear or are typed while it is taken', async () => {
  const phone = new Phone();
  const call = runnerWith(phone);
  const { handle } = await call('wait_for_passcode', { mailboxId: ID, since: '2026-11-28T09:00:00Z' });
  phone.texts = ['Welcome'];
  phone.onPicture = () => (phone.texts = ['Your verification code', '58031794']);
  assert.equal((await call('look_at_device', { deviceId: ID, picture: true }))['picture'], 'withheld');
  phone.texts = ['Welcome'];
  phone.onPicture = () => call('act_on_device', { deviceId: ID, do: 'typePasscode', handle });
  assert.equal((await call('look_at_device', { deviceId: ID, picture: true }))['picture'], 'withheld');
});

it('passcodes and agents withhold pictures for 15 minutes after they were typed, also if their handle is older', () => {
  const handles = new PasscodeHandles();
  const place = { connectionId: 'a', deviceId: ID, app: 'com.example.shop' };
  const handle = handles.keep(CODE, 'a', 0);
  const typedAt = HANDLE_MS - 1;
  assert.equal(handles.codeOf(handle, 'a', typedAt), CODE);
  handles.noteTyped(place, typedAt);
  assert.equal(handles.isTypedOn(place, typedAt + HANDLE_MS - 1), true);
  assert.equal(handles.isTypedOn(place, typedAt + HANDLE_MS), false);
});

it('passcodes and agents stay hidden, however many an agent makes known on another connection or again', () => {
  const handles = new PasscodeHandles();
  handles.keep(CODE, 'service', 0);
  for (let index = 0; index < 2000; index++) {
    handles.keep(String(100_000 + index), 'sandbox', 0);
    handles.keep('58031794', 'service', 0);
  }
  assert.equal(handles.hiderWith().hide(`It was ${CODE}`).includes(CODE), false);
  assert.ok(handles.codes.length <= 1002);
});

it('passcodes and agents are hidden in mails: also later ones, those of the sender, and links that sign in', async () => {
  const phone = new Phone();
  phone.mails = [
    {
      id: 'm2',
      subject: 'Your backup codes: 48291375 and 60215587',
      preview: 'One more code: 91827364. Or open https://app.example/magic/kJ8sd7f6?t=canary12 now.',
      fromAddress: '48291375 <code-60215587@shop.example>',
      receivedAt: '2026-11-28T10:00:00Z',
    },
    { id: 'm3', subject: 'Hello', preview: 'Nothing', fromAddress: 'Your code is 5580172 <a@b.example>' },
  ];
  const shown = JSON.stringify(await runnerWith(phone)('list_records', { kind: 'messages', mailboxId: ID }));
  assert.doesNotMatch(shown, /48291375|60215587|91827364|kJ8sd7f6|canary12|5580172/);
  assert.match(shown, /https:\/\/app\.example\/••••••/);
});

it('passcodes and agents are hidden before a text is cut, so that no part of one is left', () => {
  const marked = mark('service', `Typed ${CODE} into the field of the form, and then something else`, 12);
  const cut = cutMarked(hideCodesIn(marked, new CodeHider([CODE])));
  assert.doesNotMatch(JSON.stringify(cut), /\d/);
  const shown = mark('mail', `Your code is 48\u200B29\u{E0101}13${' '.repeat(500)}`);
  assert.equal(shown.text, 'Your code is •••••• ');
});

it('passcodes and agents are not looked for in links with plain words', () => {
  const text = 'See https://shop.example/help/opening-hours and shop.example/verify?code=abc';
  assert.equal(
    mark('mail', text).text,
    'See https://shop.example/help/opening-hours and shop.example/••••••',
  );
});
