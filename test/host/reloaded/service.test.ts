import assert from 'node:assert/strict';
import { dropConnection } from '../../../src/host/settings.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { story } from '../../support/story.ts';

describe('reloaded/service', () => {
  const step = story();

  step(
    'a window after a reload keeps the selected connection and its key, and has sent nothing yet',
    async () => {
      const { services } = await extensionParts();
      const { connection, state } = services.session;
      assert.equal(connection?.name, 'Kept over a reload');
      assert.equal(state.kind, 'closed');
      assert.equal(await services.keys.read(connection), 'key-of-the-host-test');
    },
  );

  step('a window after a reload deletes the key on signing out', async () => {
    const { services } = await extensionParts();
    const { connection } = services.session;
    assert.ok(connection);
    await runAnswering(Command.signOut, { buttons: ['Sign Out'] });
    assert.equal(await services.keys.read(connection), undefined);
    assert.equal(services.session.state.kind, 'signedOut');
  });

  step('a window after a reload no longer selects a removed connection', async () => {
    const { services } = await extensionParts();
    await dropConnection('Kept over a reload');
    assert.equal(services.session.state.kind, 'none');
  });
});
