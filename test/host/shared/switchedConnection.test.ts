import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WindowServices } from '../../../src/commands/services.ts';
import type { FlowLink } from '../../../src/flow/deploy/flowLink.ts';
import { Command } from '../../../src/manifest.ts';
import { type Connection, SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { json, FaultyServer } from '../../support/faultyServer.ts';
import { runSwitching, type Switching } from '../../support/switching.ts';

/** The most moments of a command that are tried. docs/development.md tells how to try more. */
const MOST_MOMENTS = Number(process.env['CLOUD_DEVICES_TEST_MOMENTS'] ?? 2);

type Case = Omit<Switching, 'other' | 'at' | 'given'> & {
  /** Hands the command the linked file rather than nothing. */
  readonly onFile?: boolean;
  /** Tells whether the command may refuse to go on, since what it shows is that of the active connection. */
  readonly mayRefuse?: boolean;
  /** The number of moments before a view is shown, which reads for itself. */
  readonly most?: number;
};

/** Every command, so that a new one has to be placed. */
const CASES: Readonly<Record<Command, Case | undefined>> = {
  [Command.refreshActions]: {},
  [Command.searchActions]: { texts: ['tap'] },
  [Command.orderActions]: {},
  [Command.showActionSchema]: {},
  [Command.refreshCatalogue]: {},
  [Command.refreshFlows]: {},
  [Command.searchFlows]: { texts: ['a'] },
  [Command.filterFlows]: { pick: 'Enabled' },
  [Command.orderFlows]: {},
  [Command.showAllFlows]: {},
  [Command.disableFlow]: {},
  [Command.unblockFlow]: {},
  [Command.cloneFlow]: {},
  [Command.deleteFlow]: {},
  [Command.dryRunFlow]: {},
  [Command.fireFlow]: {},
  [Command.showExecutions]: { most: 3 },
  [Command.activateFlow]: {},
  [Command.verifyFlow]: { onFile: true },
  [Command.createFlow]: { onFile: true },
  [Command.deployFlows]: { onFile: true },
  [Command.pullFlow]: { onFile: true },
  [Command.linkFlow]: { onFile: true },
  [Command.unlinkFlow]: { onFile: true },
  [Command.showDrift]: { onFile: true, mayRefuse: true },
  [Command.compareFlow]: { onFile: true, mayRefuse: true },
  [Command.refreshDevices]: {},
  [Command.searchDevices]: { texts: ['a'] },
  [Command.filterDevices]: {},
  [Command.addDevice]: { texts: ['6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b009'] },
  [Command.openDevicePanel]: {},
  [Command.swipe]: {},
  [Command.tap]: { texts: ['10, 10'] },
  [Command.typeText]: { texts: ['typed'], mayRefuse: true },
  [Command.pressHome]: {},
  [Command.setLocation]: { texts: ['1, 1'] },
  [Command.resetLocation]: {},
  [Command.takeScreenshot]: {},
  [Command.rebootDevice]: {},
  [Command.stopDevice]: {},
  [Command.startTask]: { texts: ['Open the settings'] },
  [Command.cancelTask]: {},
  [Command.abortExecution]: {},
  [Command.showRun]: { mayRefuse: true },
  [Command.runAgain]: { mayRefuse: true },
  [Command.refreshMailboxes]: {},
  [Command.copyPasscode]: {},
  [Command.waitForPasscode]: { texts: ['1'] },
  [Command.connectMailbox]: { texts: ['Mine'] },
  [Command.refreshWebhooks]: {},
  [Command.filterWebhooks]: {},
  [Command.createWebhook]: {},
  [Command.rotateWebhook]: {},
  [Command.editWebhookEvents]: {},
  [Command.enableWebhook]: {},
  [Command.disableWebhook]: {},
  [Command.testWebhook]: {},
  [Command.deleteWebhook]: {},
  [Command.registerReceiver]: {},
  [Command.refreshActivity]: {},
  [Command.searchActivity]: { texts: ['a'] },
  [Command.filterActivity]: { pick: 'Failed' },
  [Command.orderActivity]: {},
  [Command.showAllActivity]: {},
  [Command.sendEvent]: {},
  [Command.fireTrigger]: {},
  [Command.showApp]: {},
  [Command.checkService]: {},
  [Command.clearActionSearch]: {},
  [Command.copyActionId]: {},
  [Command.orderDevices]: {},
  [Command.removeAddedDevice]: {},
  [Command.filterMessages]: {},
  [Command.searchWebhooks]: { texts: ['a'] },
  [Command.pressBack]: {},
  [Command.pressRecents]: {},
  [Command.setLocationOnMap]: { most: 2 },
  [Command.resumeDevice]: { mayRefuse: true },
  [Command.followTask]: {},
  [Command.resumeMailbox]: {},
  [Command.cancelMailbox]: {},
  [Command.copyConsentSecret]: {},
  [Command.startReceiver]: {},
  [Command.checkAllFlows]: {},
  // They work on the sandbox, on connections, on a line that a view shows, or on this window alone.
  [Command.startSandbox]: undefined,
  [Command.stopSandbox]: undefined,
  [Command.resetSandbox]: undefined,
  [Command.reseedSandbox]: undefined,
  [Command.saveSnapshot]: undefined,
  [Command.restoreSnapshot]: undefined,
  [Command.deleteSnapshot]: undefined,
  [Command.revokeKey]: undefined,
  [Command.deliverMail]: undefined,
  [Command.addFault]: undefined,
  [Command.switchFault]: undefined,
  [Command.liftFaults]: undefined,
  [Command.moveClock]: undefined,
  [Command.freezeClock]: undefined,
  [Command.resumeClock]: undefined,
  [Command.resetClock]: undefined,
  [Command.addConnection]: undefined,
  [Command.switchConnection]: undefined,
  [Command.editConnection]: undefined,
  [Command.removeConnection]: undefined,
  [Command.signIn]: undefined,
  [Command.signOut]: undefined,
  [Command.showLog]: undefined,
  [Command.loadMoreActions]: undefined,
  [Command.insertAction]: undefined,
  [Command.retryList]: undefined,
  [Command.loadMore]: undefined,
  [Command.copyId]: undefined,
  [Command.showRecord]: undefined,
  [Command.showDelivery]: undefined,
  [Command.clearRequests]: undefined,
  [Command.playTrack]: undefined,
  [Command.hideRun]: undefined,
  [Command.showExecution]: undefined,
  [Command.copyAsCurl]: undefined,
  [Command.copyTrace]: undefined,
  [Command.exportSupportBundle]: undefined,
  [Command.verifyDelivery]: undefined,
  [Command.stopReceiver]: undefined,
  [Command.answerReceiver]: undefined,
  [Command.clearReceiver]: undefined,
  [Command.copyReceiverAddress]: undefined,
  [Command.showReceived]: undefined,
  [Command.replayReceived]: undefined,
  [Command.newFlow]: undefined,
  [Command.openFlowVisually]: undefined,
  [Command.openFlowAsText]: undefined,
  [Command.moveDeviceView]: undefined,
  [Command.insertGestures]: undefined,
  [Command.replayGestures]: undefined,
  [Command.copyGesturesAsCurl]: undefined,
  [Command.addStep]: undefined,
  [Command.addStepInside]: undefined,
  [Command.duplicateSteps]: undefined,
  [Command.copySteps]: undefined,
  [Command.pasteSteps]: undefined,
  [Command.deleteSteps]: undefined,
  [Command.moveStepsUp]: undefined,
  [Command.moveStepsDown]: undefined,
  [Command.moveStepsIn]: undefined,
  [Command.moveStepsOut]: undefined,
};

describe('a connection that is chosen while a command runs', () => {
  const server = new FaultyServer();
  let fresh: FreshWindow;
  let other: Connection;
  let file: vscode.Uri;
  let link: FlowLink;
  let openPage: WindowServices['openPage'];

  before(async () => {
    await server.start();
    server.answer = json(404, { code: 'not_found', message: 'Nobody should ask.' });
    other = serviceConnection('Elsewhere', server.baseUrl);
    ({ openPage } = (await extensionParts()).services);
  });

  beforeEach(async () => {
    fresh = await freshWindow();
    const { services } = fresh;
    Object.assign(services, { openPage: () => Promise.resolve(true) });
    await services.keys.store(other, 'key-of-the-other');
    await runSwitching(Command.pullFlow, { other });
    const [linked] = await services.links.all(SANDBOX.id);
    assert.ok(linked);
    ({ file, link } = linked);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    server.requests.length = 0;
  });

  after(async () => {
    const { services } = await freshWindow();
    Object.assign(services, { openPage });
    await services.keys.delete(other);
    await server.stop();
  });

  for (const [command, given] of Object.entries(CASES)) {
    if (given === undefined) continue;
    const { onFile = false, mayRefuse = false, most = MOST_MOMENTS, ...switching } = given;
    it(`is not called by ${command}, which goes on where it began`, async () => {
      const { services, own } = fresh;
      let last = 1;
      for (let at = 1; at <= Math.min(last, most); at++) {
        await services.links.update(SANDBOX.id, file, () => link);
        const handed = onFile ? [file] : [];
        const run = await runSwitching(command as Command, { ...switching, given: handed, other, at });
        last = run.moments;
        assert.deepEqual(server.requests, [], `moment ${at} of ${last}`);
        if (!mayRefuse) assert.deepEqual(run.failures, [], `moment ${at} of ${last}`);
        assert.deepEqual(await services.links.all(other.id), []);
        assert.deepEqual(services.createdWebhooks.all(other.id), []);
        assert.deepEqual(services.addedDevices.ids(other.id), []);
        assert.deepEqual(services.pendingMailboxes.itemsOf(other), []);
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await services.receiver.register(undefined);
        if (run.hasWritten) await own.resetSandbox({ body: { seed: 'demo' } });
        services.session.use(SANDBOX);
      }
    });
  }

  it('is not called by the button of a message that another one has shown', async () => {
    const { services, client } = fresh;
    const flows = async (): Promise<number> => (await client.listFlows({})).value.pagination.total;
    const before = await flows();
    const run = await runSwitching(Command.createFlow, { given: [file], press: 'Verify', at: 3, other });
    assert.deepEqual(run.failures, []);
    assert.equal(await flows(), before + 1);
    const [linked] = await services.links.all(SANDBOX.id);
    await until(
      'the run of the new flow',
      async () => {
        const query = { flowId: linked?.link.flowId ?? '' };
        return (await client.listExecutions({ query })).value.items?.[0]?.status;
      },
      'success',
    );
    assert.deepEqual(server.requests, []);
  });

  it('is not called by “Try Again”', async () => {
    const { own, client } = fresh;
    const [flow] = (await client.listFlows({ query: { enabled: true } })).value.items ?? [];
    assert.ok(flow);
    await own.addFault({
      body: { operation: 'updateFlow', times: 1, fault: { kind: 'status', status: 503 } },
    });
    const line = { kind: 'flow', record: { id: flow.id } };
    const run = await runSwitching(Command.disableFlow, {
      given: [line],
      press: 'Try Again',
      at: 'failure',
      other,
    });
    assert.deepEqual([run.failures.length, run.questions], [1, []]);
    const { data } = (await client.getFlow({ params: { flowId: flow.id } })).value;
    assert.equal(data.enabled, false);
    assert.deepEqual(server.requests, []);
  });
});

describe('what may have been done', () => {
  for (const fault of [{ kind: 'halfBody' }, { kind: 'status', status: 502 }] as const) {
    it(`is not done once more without a question (${fault.kind})`, async () => {
      const { own, client } = await freshWindow();
      const flows = async (): Promise<number> => (await client.listFlows({})).value.pagination.total;
      const clone = (agrees: boolean): ReturnType<typeof runSwitching> =>
        runSwitching(Command.cloneFlow, { press: 'Try Again…', agrees, other: SANDBOX });
      await own.addFault({ body: { operation: 'cloneFlow', times: 1, fault } });
      const refused = await clone(false);
      assert.deepEqual(refused.questions, ['Try again, although it may happen twice?']);
      assert.equal(refused.buttons[0], 'Try Again…');
      const before = await flows();
      await own.addFault({ body: { operation: 'cloneFlow', times: 1, fault } });
      const isDone = fault.kind === 'halfBody' ? 1 : 0;
      await clone(true);
      assert.equal(await flows(), before + isDone + 1);
    });
  }
});
