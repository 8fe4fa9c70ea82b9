import assert from 'node:assert/strict';
import { linkPort } from '../../../src/deploy/linkPort.ts';

describe('deploy/linkPort', () => {
  const [a, b] = [new URL('file:///a'), new URL('file:///b')];
  const change: Parameters<typeof port.update>[1] = link => link;
  const updates: unknown[] = [];
  const port = linkPort(
    {
      all: connection => Promise.resolve([{ file: a, link: { flowId: connection } }]),
      update: (...given) => {
        updates.push(given);
        return Promise.resolve();
      },
      exclusively: (file, work) => {
        updates.push(['alone', file]);
        return work();
      },
    },
    'mine',
    [a, b],
  );

  it('the links of a connection for a deployment have the texts of the files as keys', async () => {
    assert.deepEqual(await port.all(), { 'file:///a': { flowId: 'mine' } });
    await port.update('file:///b', change);
    assert.deepEqual(updates, [['mine', b, change]]);
  });

  it('the links of a connection for a deployment are not written for a file that is not deployed', async () => {
    await assert.rejects(port.update('file:///c', change), {
      message: 'file:///c is not among the files of this deployment.',
    });
    await assert.rejects(
      port.exclusively('file:///c', () => Promise.resolve()),
      /not among the files/,
    );
    assert.equal(updates.length, 1);
    assert.equal(await port.exclusively('file:///a', () => Promise.resolve(3)), 3);
    assert.deepEqual(updates.at(-1), ['alone', a]);
  });
});
