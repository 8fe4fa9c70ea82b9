import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { saveConnection } from '../../../src/host/settings.ts';
import { Command } from '../../../src/manifest.ts';
import { serviceConnection } from '../../../src/stores/connection.ts';
import { extensionParts } from '../../support/extension.ts';
import { keepOverReload } from '../../support/hostRun.ts';
import { faults, FaultyServer } from '../../support/faultyServer.ts';
import { story } from '../../support/story.ts';

/** State that the tests after the reload expect. */
const NAME = 'Kept over a reload';

describe('first/opening', () => {
  const step = story();

  step('a window that is opened for the first time is not connected', async () => {
    const { services } = await extensionParts();
    assert.equal(services.session.state.kind, 'none');
    assert.equal(services.sandbox.isRunning, false);
  });

  step('a window that is opened for the first time has every contributed command', async () => {
    await extensionParts();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(Command).filter(id => !registered.has(id)),
      [],
    );
  });

  step(
    'a window that is opened for the first time signs in to a service with a key, and shows its data',
    async () => {
      const { services, trees } = await extensionParts();
      const server = await new FaultyServer().start();
      const connection = serviceConnection(NAME, server.baseUrl);
      await saveConnection({ name: NAME, baseUrl: server.baseUrl });
      await services.connections.choose(connection);
      const kind = (): string => services.session.state.kind;
      assert.deepEqual(await trees.actions.getChildren(), []);
      assert.equal(kind(), 'signedOut');

      await services.keys.store(connection, 'key-of-the-host-test');
      services.scopes.use(connection);
      const roots = await trees.actions.getChildren();
      assert.equal(kind(), 'open');
      const [, devices] = roots;
      assert.equal(devices?.kind, 'service');
      assert.equal((await trees.actions.getChildren(devices)).length, 1);

      server.answer = faults.unauthorized;
      await services.actions.refresh();
      assert.equal(kind(), 'rejected');
      assert.deepEqual(await trees.actions.getChildren(), []);
      await server.stop();
      // The key is remembered under the same id, elsewhere.
      keepOverReload(`"connection":"${connection.id}"`);
    },
  );
});
