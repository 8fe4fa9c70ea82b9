import assert from 'node:assert/strict';
import { dropConnection } from '../../../src/host/settings.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { story } from '../../support/story.ts';

describe('after a reload', () => {
  const step = story();

  step('the chosen connection and its key are still there, and nothing was sent yet', async () => {
    const { services } = await extensionParts();
    const { connection, state } = services.session;
    assert.equal(connection?.name, 'Kept over a reload');
    assert.equal(state.kind, 'closed');
    assert.equal(await services.keys.read(connection), 'key-of-the-host-test');
  });

  step('signing out deletes the key', async () => {
    const { services } = await extensionParts();
    const { connection } = services.session;
    assert.ok(connection);
    await runAnswering(Command.signOut, { buttons: ['Sign Out'] });
    assert.equal(await services.keys.read(connection), undefined);
    assert.equal(services.session.state.kind, 'signedOut');
  });

  step('a removed connection is no longer the chosen one', async () => {
    const { services } = await extensionParts();
    await dropConnection('Kept over a reload');
    assert.equal(services.session.state.kind, 'none');
  });
});
