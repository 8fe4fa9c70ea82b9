import assert from 'node:assert/strict';
import type { FlowEdit, StepPath } from '../../../src/flow/edit/flowEdit.ts';
import { giveReadKeys } from '../../../src/flow/edit/readKeys.ts';
import type { EditReply } from '../../../src/protocol/flowEditor.ts';
import { applyFlowEdits, type EditedFile } from '../../../src/flowEditor/applyFlowEdit.ts';
import { FlowEditing } from '../../../src/flowEditor/flowEditing.ts';
import { type FlowReading, readFlow } from '../../../src/flowEditor/flowReading.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { MemoryFile, MemoryWindow, namedFlow, outlineOf } from '../../support/memoryFlow.ts';
import { CONNECTION, MAILBOX, MemorySources, TRIGGER } from '../../support/memorySources.ts';

const TAP = demoActionId('device.tap');
const READ_ONLY = 'This file is read-only, so nothing was changed.';
const CHANGED = 'The file has changed while you were choosing; nothing was done. Choose again.';
const NO_STEP = 'Select a step in the visual editor first.';
const DEVICE = '0d1e0000-0000-4000-8000-000000000001';
const WEBHOOK = '0d1e0000-0000-4000-8000-000000000002';

const rename = (value: string) =>
  ({ kind: 'set', location: { in: 'settings', path: ['name'] }, value }) as const;

describe('flowEditor/flowEditing', () => {
  let file: MemoryFile;
  let window: MemoryWindow;
  let sources: MemorySources;
  let editing: FlowEditing;
  let edited: EditedFile;
  let isEditable: boolean;
  /** Writes what was typed in the page. */
  let flush: () => Promise<unknown>;
  /** The tracked changes, with `back` for those that were reverted. */
  let followed: unknown[];

  beforeEach(async () => {
    sources = new MemorySources();
    await sources.connect();
    open(namedFlow(TAP, 'a', ['b', 'b1', 'b2'], 'c'));
  });

  afterEach(() => sources.dispose());

  function open(text: string): void {
    file = new MemoryFile(text, sources.catalog);
    window = new MemoryWindow();
    isEditable = true;
    followed = [];
    const follow = (steps: readonly StepPath[]): (() => void) => {
      followed.push([file.version, steps]);
      return () => followed.push('back');
    };
    const giveKeys = (edits: readonly FlowEdit[]): readonly FlowEdit[] =>
      giveReadKeys(file.flow, edits, sources.catalog.catalog);
    edited = { file, isEditable: () => isEditable, giveKeys, follow };
    flush = () => Promise.resolve();
    const target = {
      ...edited,
      file,
      read: (): FlowReading => readFlow(file.flow, file.diagnostics),
      flush: async () => {
        await flush();
      },
    };
    editing = new FlowEditing(target, window, sources);
  }

  function edit(base: number, change: FlowEdit): Promise<EditReply> {
    return applyFlowEdits(edited, base, [change]);
  }

  function outline(): string {
    return outlineOf(file.text);
  }

  function settings(): Readonly<Record<string, unknown>> {
    return JSON.parse(file.text) as Record<string, unknown>;
  }

  function tap() {
    const action = sources.catalog.catalog.action(TAP);
    assert.ok(action);
    return action;
  }

  it('the changes of a flow file begin a step with the platform of the phone of the flow', async () => {
    sources.listed.devices = [
      { id: DEVICE, name: 'Phone', state: 'ready', type: 'ios_phone' },
      { id: WEBHOOK, name: 'Other', state: 'ready', type: 'android_phone' },
    ];
    await sources.devices.ensure();
    const launch = demoActionId('device.launchApp');
    const lastStep = (): unknown => (settings()['actions'] as object[]).at(-1);
    await editing.insertStep(1, { index: 3 }, launch);
    assert.deepEqual(lastStep(), { actionId: launch, position: 4 });
    await edit(2, { kind: 'set', location: { in: 'settings', path: ['deviceIds'] }, value: [DEVICE] });
    await editing.insertStep(3, { index: 4 }, launch);
    assert.deepEqual(lastStep(), {
      actionId: launch,
      position: 5,
      overrides: { params: { platform: 'ios' } },
    });
    await editing.insertStep(4, { index: 5 }, TAP);
    assert.deepEqual(lastStep(), { actionId: TAP, position: 6 });
  });

  describe('edits', () => {
    it('the changes of a flow file by edits are applied to their version, and return the next version and the new step indexes', async () => {
      const reply = await edit(1, { kind: 'shiftSteps', steps: [[2]], direction: 'up' });
      assert.deepEqual(reply, { kind: 'done', version: 2, steps: [[1]] });
      assert.equal(outline(), 'a c b(b1 b2)');
      assert.deepEqual(followed, [[1, [[1]]]]);
    });

    it('the changes of a flow file by edits are stale on any other version', async () => {
      await edit(1, rename('B'));
      const { text } = file;
      assert.deepEqual(await edit(1, rename('C')), { kind: 'stale' });
      assert.deepEqual(await edit(3, rename('C')), { kind: 'stale' });
      assert.equal(file.text, text);
    });

    it('the changes of a flow file by edits are stale if the file changes before VS Code makes them, and no step is tracked', async () => {
      const release = file.hold();
      const reply = edit(1, { kind: 'duplicateSteps', steps: [[0]] });
      file.write(file.text.replace('Named', 'Other'));
      release();
      assert.deepEqual(await reply, { kind: 'stale' });
      assert.deepEqual([settings()['name'], outline()], ['Other', 'a b(b1 b2) c']);
      assert.deepEqual(followed, [[1, [[1]]], 'back']);
    });

    it('the changes of a flow file by edits are refused with one sentence if they are invalid, and no step is tracked', async () => {
      const { text } = file;
      assert.deepEqual(await edit(1, { kind: 'deleteSteps', steps: [[7]] }), {
        kind: 'refused',
        sentence: 'There is no step 8; the flow has changed.',
      });
      assert.deepEqual([file.text, followed], [text, []]);
    });

    it('the changes of a flow file by edits are refused if the file is read-only', async () => {
      isEditable = false;
      assert.deepEqual(await edit(1, rename('B')), { kind: 'refused', sentence: READ_ONLY });
      assert.deepEqual(await edit(9, rename('B')), { kind: 'refused', sentence: READ_ONLY });
      assert.equal(file.version, 1);
    });

    it('the changes of a flow file by edits are not tracked if VS Code does not apply them', async () => {
      file.takes = false;
      const reply = await edit(1, { kind: 'duplicateSteps', steps: [[0]] });
      assert.deepEqual(reply, { kind: 'refused', sentence: READ_ONLY });
      assert.deepEqual(followed, [[1, [[1]]], 'back']);
    });

    it('the changes of a flow file by edits keep the version if nothing differs', async () => {
      const reply = await edit(1, { kind: 'moveSteps', steps: [[0]], to: { index: 0 } });
      assert.deepEqual(reply, { kind: 'done', version: 1, steps: [[0]] });
      assert.deepEqual(followed, []);
    });

    it('the changes of a flow file by edits continue after one that failed', async () => {
      const replace = file.replace.bind(file);
      file.replace = () => Promise.reject(new Error('The window is closing.'));
      await assert.rejects(edit(1, rename('B')), /closing/);
      file.replace = replace;
      assert.equal((await edit(1, rename('C'))).kind, 'done');
    });
  });

  describe('selection', () => {
    it("the changes of a flow file by the user's selection insert a step for an action", async () => {
      window.action = tap();
      const reply = await editing.addStep(1, { index: 1 });
      assert.deepEqual(reply, { kind: 'done', version: 2, steps: [[1]] });
      await editing.addStep(2, { parent: 2, index: 0 });
      assert.equal(outline(), 'a + b(+ b1 b2) c');
      assert.deepEqual(window.asked, ['Add Step', 'Add Step Inside Step 3']);
    });

    it("the changes of a flow file by the user's selection replace the action of a step, and keep its name", async () => {
      window.action = { id: demoActionId('device.swipe'), name: 'Swipe' };
      assert.equal((await editing.replaceAction(1, [1, 0])).kind, 'done');
      assert.equal(outline(), 'a b(b1 b2) c');
      assert.deepEqual(window.asked, ['Replace the Action of the Step']);
      const [, entry] = settings()['actions'] as { children: { actionId: string }[] }[];
      assert.equal(entry?.children[0]?.actionId, window.action.id);
    });

    it("the changes of a flow file by the user's selection set the mailbox of a step by its address", async () => {
      open(namedFlow(demoActionId('mailbox.waitForPasscode'), 'a'));
      window.chosen = [MAILBOX];
      assert.equal((await editing.chooseParam(1, [0], ['mailboxId'], 'mailbox')).kind, 'done');
      const known = [{ id: MAILBOX, name: 'ada@mail.example', detail: undefined }];
      assert.deepEqual(window.asked, [
        { title: 'Mailbox of the Step', many: false, current: [], isByName: false, known },
      ]);
      const [step] = settings()['actions'] as { overrides: unknown }[];
      assert.deepEqual(step?.overrides, { params: { mailboxId: MAILBOX } });
      window.chosen = [];
      assert.equal((await editing.chooseParam(2, [0], ['mailboxId'], 'mailbox')).kind, 'done');
      assert.ok(!file.text.includes(MAILBOX));
    });

    it("the changes of a flow file by the user's selection set the package name of an app on the devices of the flow", async () => {
      open(namedFlow(demoActionId('device.launchApp'), 'a'));
      const devices = { in: 'settings', path: ['deviceIds'] } as const;
      await edit(1, { kind: 'set', location: devices, value: [MAILBOX] });
      window.chosen = ['org.sandbox.form'];
      assert.equal((await editing.chooseParam(2, [0], ['app'], 'package')).kind, 'done');
      assert.deepEqual(window.appDevices, [[MAILBOX]]);
      const [step] = settings()['actions'] as { overrides: unknown }[];
      assert.deepEqual(step?.overrides, { params: { app: 'org.sandbox.form' } });
    });

    it("the changes of a flow file by the user's selection set the name of a credential, of the app beside it if there is one", async () => {
      open(namedFlow(demoActionId('task.run'), 'a'));
      window.chosen = ['login'];
      const path = ['credentials', 0, 'credentialNames', 0];
      assert.equal((await editing.chooseParam(1, [0], path, 'credential')).kind, 'done');
      const [step] = settings()['actions'] as { overrides: { params: { credentials: unknown } } }[];
      assert.deepEqual(step?.overrides.params.credentials, [{ credentialNames: ['login'] }]);
      const beside = { in: 'params', step: [0], path: ['credentials', 0, 'packageName'] } as const;
      await edit(2, { kind: 'set', location: beside, value: 'com.example.app' });
      assert.equal((await editing.chooseParam(3, [0], path, 'credential')).kind, 'done');
      assert.deepEqual(window.credentialApps, [undefined, 'com.example.app']);
    });

    it("the changes of a flow file by the user's selection set one of the known triggers", async () => {
      window.chosen = [TRIGGER];
      assert.equal((await editing.choose(1, 'triggerId')).kind, 'done');
      assert.equal(settings()['triggerId'], TRIGGER);
      assert.deepEqual(window.asked, [
        {
          title: 'Trigger of the Flow',
          many: false,
          current: [],
          known: [{ id: TRIGGER, name: 'Every morning', detail: undefined }],
        },
      ]);
    });

    it("the changes of a flow file by the user's selection set several devices, which are read first if there is a connection", async () => {
      sources.listed.devices = [{ id: DEVICE, name: 'Phone', state: 'ready' }];
      sources.reads.length = 0;
      window.chosen = [DEVICE, 'other'];
      await editing.choose(1, 'deviceIds');
      assert.deepEqual(sources.reads, ['devices']);
      assert.deepEqual(settings()['deviceIds'], [DEVICE, 'other']);
      await editing.choose(2, 'deviceIds');
      assert.deepEqual(window.asked.at(-1), {
        title: 'Devices of the Flow',
        many: true,
        current: [DEVICE, 'other'],
        known: [{ id: DEVICE, name: 'Phone', detail: 'ready' }],
      });
    });

    it("the changes of a flow file by the user's selection set a webhook, which is shown only by its host", async () => {
      sources.listed.webhooks = [{ id: WEBHOOK, url: 'https://hooks.example.test/in/t0ken' }];
      sources.reads.length = 0;
      window.chosen = [WEBHOOK];
      await editing.choose(1, 'notifyWebhookId');
      assert.deepEqual(sources.reads, ['webhooks']);
      assert.equal(settings()['notifyWebhookId'], WEBHOOK);
      assert.deepEqual(window.asked, [
        {
          title: 'Webhook for Notifications',
          many: false,
          current: [],
          known: [{ id: WEBHOOK, name: 'hooks.example.test', detail: 'every event' }],
        },
      ]);
    });

    it("the changes of a flow file by the user's selection read nothing without a connection", async () => {
      sources.session.use(CONNECTION);
      sources.reads.length = 0;
      await editing.choose(1, 'deviceIds');
      assert.deepEqual(sources.reads, []);
    });

    it("the changes of a flow file by the user's selection remove a setting from the flow if nothing is selected", async () => {
      window.chosen = [TRIGGER];
      await editing.choose(1, 'triggerId');
      window.chosen = [];
      assert.equal((await editing.choose(2, 'triggerId')).kind, 'done');
      assert.ok(!('triggerId' in settings()));
    });

    it("the changes of a flow file by the user's selection are canceled with the picker", async () => {
      const cancelled = { kind: 'cancelled' };
      assert.deepEqual(await editing.addStep(1, { index: 0 }), cancelled);
      assert.deepEqual(await editing.replaceAction(1, [0]), cancelled);
      assert.deepEqual(await editing.choose(1, 'deviceIds'), cancelled);
      assert.equal(file.version, 1);
    });

    it("the changes of a flow file by the user's selection are refused if the file has changed in the meantime", async () => {
      const changed = { kind: 'refused', sentence: CHANGED };
      window.action = tap();
      window.chosen = [TRIGGER];
      window.meanwhile = () => file.write(file.text.replace('Named', 'Other'));
      assert.deepEqual(await editing.addStep(file.version, { index: 0 }), changed);
      assert.deepEqual(await editing.replaceAction(file.version, [0]), changed);
      assert.deepEqual(await editing.choose(file.version, 'triggerId'), changed);
      assert.equal(outline(), 'a b(b1 b2) c');
    });
  });

  describe('clipboard', () => {
    it('the changes of a flow file from the clipboard insert its steps unchanged from another flow', async () => {
      await editing.copy([[1]]);
      const { clipboard } = window;
      open('{"actions": []}');
      window.clipboard = clipboard;
      assert.deepEqual(await editing.paste(1, { index: 0 }), { kind: 'done', version: 2, steps: [[0]] });
      assert.equal(outline(), 'b(b1 b2)');
    });

    it('the changes of a flow file from the clipboard keep steps without keys that read each other', async () => {
      open(file.text.replace(/"c"$/m, '"c", "overrides": {"params": {"text": "{{steps.a.body.code}}"}}'));
      await editing.copy([[0], [2]]);
      const [first, second] = JSON.parse(window.clipboard) as readonly { key?: string; overrides?: object }[];
      assert.deepEqual([first?.key, second?.key], ['a', undefined]);
      assert.deepEqual(second?.overrides, { params: { text: '{{steps.a.body.code}}' } });
      assert.ok(!file.text.includes('"key"'));
    });

    it('the changes of a flow file from the clipboard are refused if it contains no steps', async () => {
      window.clipboard = 'no steps';
      assert.deepEqual(await editing.paste(1, { index: 0 }), {
        kind: 'refused',
        sentence: 'The clipboard does not contain steps: it is not JSON.',
      });
    });

    it('the changes of a flow file from the clipboard require that the copied steps still exist', async () => {
      window.clipboard = 'kept';
      await assert.rejects(editing.copy([[9]]), /^Error: These steps are gone, so nothing is copied\./);
      assert.equal(window.clipboard, 'kept');
    });
  });

  describe('window', () => {
    it('the changes of a flow file from other parts of the window insert a step for an action after the last selected step', async () => {
      await editing.insert(tap(), [[0], [1, 0]]);
      assert.equal(outline(), 'a b(b1 + b2) c');
    });

    it('the changes of a flow file from other parts of the window insert it at the end if none is selected or the selected ones were deleted', async () => {
      await editing.insert(tap(), []);
      await editing.insert(tap(), [[9], [0, 4]]);
      assert.equal(outline(), 'a b(b1 b2) c + +');
      assert.deepEqual(window.told, []);
    });

    it('the changes of a flow file from other parts of the window insert the first step of a flow', async () => {
      open('');
      await editing.insert(tap(), []);
      assert.equal(outline(), '+');
    });

    it('the changes of a flow file from other parts of the window insert several steps at once', async () => {
      const steps = ['x', 'y'].map(nameOverride => ({ actionId: TAP, nameOverride }));
      assert.deepEqual(await editing.insertSteps(steps, [[0]]), {
        kind: 'done',
        version: 2,
        steps: [[1], [2]],
      });
      assert.equal(outline(), 'a x y b(b1 b2) c');
    });

    it('the changes of a flow file from other parts of the window are applied after what was typed in the page', async () => {
      const step = { actionId: TAP, nameOverride: 'x' };
      for (const [act, wanted] of [
        [() => editing.insert(tap(), [[0]]), 'a + b(b1 b2) c'],
        [() => editing.runAction('delete', [[3]]), 'a + b(b1 b2)'],
        [() => editing.insertSteps([step], [[1]]), 'a + x b(b1 b2)'],
      ] as const) {
        flush = () => edit(file.version, rename(`Before ${wanted}`));
        await act();
        assert.deepEqual([settings()['name'], outline()], [`Before ${wanted}`, wanted]);
      }
      assert.deepEqual(window.told, []);
    });

    it('the changes of a flow file from other parts of the window do nothing if the page has moved steps in the meantime, and say so', async () => {
      flush = () => edit(1, { kind: 'deleteSteps', steps: [[0]] });
      await editing.runAction('delete', [[1]]);
      assert.equal(outline(), 'b(b1 b2) c');
      assert.deepEqual(window.told, ['The flow changed at the same time, so nothing was done. Try again.']);
    });

    it('the changes of a flow file from other parts of the window say why they failed', async () => {
      isEditable = false;
      await editing.insert(tap(), []);
      await editing.runAction('delete', [[0]]);
      assert.deepEqual(window.told, [READ_ONLY, READ_ONLY]);
    });
  });

  describe('menu', () => {
    it('the changes of a flow file from a menu move, duplicate, and delete the selected steps', async () => {
      for (const [act, steps, wanted] of [
        ['moveDown', [[0]], 'b(b1 b2) a c'],
        ['moveUp', [[1]], 'a b(b1 b2) c'],
        ['moveIn', [[2]], 'a b(b1 b2 c)'],
        ['moveOut', [[1, 2]], 'a b(b1 b2) c'],
        ['duplicate', [[0], [2]], 'a b(b1 b2) c a c'],
        ['delete', [[3], [4]], 'a b(b1 b2) c'],
      ] as const) {
        await editing.runAction(act, steps);
        assert.equal(outline(), wanted, act);
      }
      assert.deepEqual(window.told, []);
    });

    it('the changes of a flow file from a menu add a step after the last selected one, or as its child', async () => {
      window.action = tap();
      await editing.runAction('add', [[1, 0]]);
      assert.equal(outline(), 'a b(b1 + b2) c');
      await editing.runAction('add', []);
      assert.equal(outline(), 'a b(b1 + b2) c +');
      await editing.runAction('addInside', [[1, 0]]);
      assert.equal(outline(), 'a b(b1 + b2 +) c +');
    });

    it('the changes of a flow file from a menu add a step after a selected one that takes no steps inside, as the page does', async () => {
      window.action = tap();
      await editing.runAction('addInside', [[0]]);
      assert.equal(outline(), 'a + b(b1 b2) c');
      assert.deepEqual(window.asked, ['Add Step']);
    });

    it('the changes of a flow file from a menu copy and paste', async () => {
      await editing.runAction('copy', [[0]]);
      assert.equal(file.version, 1);
      await editing.runAction('paste', [[1, 1]]);
      assert.equal(outline(), 'a b(b1 b2 a) c');
      await editing.runAction('paste', []);
      assert.equal(outline(), 'a b(b1 b2 a) c a');
    });

    it('the changes of a flow file from a menu require a step, except for adding and pasting', async () => {
      for (const act of ['copy', 'delete', 'moveUp', 'addInside'] as const)
        await editing.runAction(act, [[9]]);
      assert.deepEqual(window.told, [NO_STEP, NO_STEP, NO_STEP, NO_STEP]);
      assert.equal(file.version, 1);
    });

    it('the changes of a flow file from a menu report nothing if they were canceled', async () => {
      await editing.runAction('add', []);
      assert.deepEqual([window.asked, window.told], [['Add Step'], []]);
    });
  });
});
