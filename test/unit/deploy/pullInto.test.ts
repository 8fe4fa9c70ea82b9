import assert from 'node:assert/strict';
import { pullInto, type PullTarget } from '../../../src/deploy/pullInto.ts';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { uuid } from '../../support/schemas.ts';

const catalog = createCatalog([]);
const body = { name: 'Wave', triggerId: uuid(1), cooldownSeconds: 5, actions: [] };
const text = (more: object): string => JSON.stringify({ ...body, ...more }, undefined, 2);

/** A file, and what was done with it in order. */
function fileOf(content: string | undefined, over: Partial<PullTarget> = {}) {
  const done: string[] = [];
  const file = { content, done };
  const target: PullTarget = {
    read: () => Promise.resolve(file.content),
    agree: differences => Promise.resolve(done.push(`asked of ${differences?.length ?? 'all'}`) > 0),
    write: written => {
      file.content = written;
      done.push('written');
      return Promise.resolve(true);
    },
    link: linked => {
      done.push(linked === file.content ? 'linked' : 'linked to another content');
      return Promise.resolve();
    },
    ...over,
  };
  return { file, target };
}

it('the pull of a flow into a file creates a new file without a confirmation, and changes a file after one', async () => {
  const fresh = fileOf(undefined);
  assert.equal(await pullInto(fresh.target, body, catalog), 'pulled');
  assert.deepEqual(fresh.file.done, ['written', 'linked']);
  const other = fileOf(text({ cooldownSeconds: 6 }));
  assert.equal(await pullInto(other.target, body, catalog), 'pulled');
  assert.deepEqual(other.file.done, ['asked of 1', 'written', 'linked']);
  assert.equal(other.file.content, text({}));
  const broken = fileOf('[]');
  await pullInto(broken.target, body, catalog);
  assert.deepEqual(broken.file.done, ['asked of all', 'written', 'linked']);
});

it('the pull of a flow into a file writes nothing if file and flow mean the same, or if the user declines', async () => {
  const same = fileOf(text({}).replace('\n', '\n\n'));
  assert.equal(await pullInto(same.target, body, catalog), 'same');
  assert.deepEqual(same.file.done, ['linked']);
  const declined = fileOf(text({ cooldownSeconds: 6 }), { agree: () => Promise.resolve(false) });
  assert.equal(await pullInto(declined.target, body, catalog), 'declined');
  assert.deepEqual(declined.file.done, []);
});

it('the pull of a flow into a file asks again if the file changed during the confirmation', async () => {
  const meanwhile = [text({ name: 'Typed', cooldownSeconds: 6 }), '[]'];
  const { file, target } = fileOf(text({ cooldownSeconds: 6 }), {
    agree: differences => {
      file.done.push(`asked of ${differences?.length ?? 'all'}`);
      file.content = meanwhile.shift() ?? file.content;
      return Promise.resolve(true);
    },
  });
  assert.equal(await pullInto(target, body, catalog), 'pulled');
  assert.deepEqual(file.done, ['asked of 1', 'asked of 2', 'asked of all', 'written', 'linked']);
});

it('the pull of a flow into a file asks about a file that was created in the meantime', async () => {
  const { file, target } = fileOf(undefined);
  const contents = [undefined, text({ name: 'Made' }), text({ name: 'Made' })];
  const read = (): Promise<string | undefined> => Promise.resolve(contents.shift());
  await pullInto({ ...target, read }, body, catalog);
  assert.deepEqual(file.done, ['asked of 1', 'written', 'linked']);
});

it('the pull of a flow into a file links nothing if the file cannot be read or written', async () => {
  for (const fault of ['EACCES', 'EBUSY', 'EMFILE', 'EIO']) {
    const fail = (): Promise<never> => Promise.reject(new Error(fault));
    for (const over of [{ read: fail }, { write: fail }, { agree: fail }]) {
      const { file, target } = fileOf(text({ cooldownSeconds: 6 }), over);
      await assert.rejects(pullInto(target, body, catalog), new RegExp(fault));
      assert.ok(!file.done.some(one => one.startsWith('linked')), file.done.join());
      assert.equal(file.content, text({ cooldownSeconds: 6 }));
    }
  }
});

it('the pull of a flow into a file asks again if the file changed at the write', async () => {
  const changed = text({ name: 'Typed', cooldownSeconds: 6 });
  const { file, target } = fileOf(text({ cooldownSeconds: 6 }), {
    write: (written, before) => {
      if (before !== changed) file.content = changed;
      else file.content = written;
      file.done.push(`written: ${String(before === changed)}`);
      return Promise.resolve(before === changed);
    },
  });
  assert.equal(await pullInto(target, body, catalog), 'pulled');
  assert.deepEqual(file.done, ['asked of 1', 'written: false', 'asked of 2', 'written: true', 'linked']);
  assert.equal(file.content, text({}));
});
