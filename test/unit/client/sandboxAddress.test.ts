import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readAddress, SandboxDataError } from '../../../src/client/sandboxAddress.ts';

const ADDRESS = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k', pid: 7 };

/** Starts a program that prints one line each, and ends. */
function print(stdout: string, stderr = ''): ChildProcessWithoutNullStreams {
  const program = `process.stderr.write(${JSON.stringify(stderr)}); process.stdout.write(${JSON.stringify(stdout)})`;
  return spawn(process.execPath, ['-e', program]);
}

it('the first line of a sandbox is its address', async () => {
  assert.deepEqual(await readAddress(print(`${JSON.stringify(ADDRESS)}\nmore\n`)), ADDRESS);
});

it('the first line of a sandbox can be that its data is damaged, with the reason as the last line of the log', async () => {
  const child = print('{"faultyData":"a.db"}\n', 'Opening the data.\nThe data is of a newer version.\n');
  const reason: unknown = await readAddress(child).catch((error: unknown) => error);
  assert.ok(reason instanceof SandboxDataError);
  assert.equal(reason.message, 'The sandbox did not start. The data is of a newer version.');
});

it('the first line of a sandbox is not expected to be anything else', async () => {
  const { baseUrl, apiKey, pid } = ADDRESS;
  const lines = [
    'hello',
    'null',
    '{}',
    ...[
      { apiKey, pid },
      { baseUrl, pid },
      { baseUrl, apiKey },
    ].map(one => JSON.stringify(one)),
  ];
  for (const line of lines) {
    const reason: unknown = await readAddress(print(`${line}\n`)).catch((error: unknown) => error);
    assert.ok(reason instanceof Error);
    assert.equal(reason.message, 'The sandbox began with a line that was not expected; see the log.', line);
    assert.ok(reason.cause instanceof Error);
  }
});

it('the first line of a sandbox is missing if the sandbox does not start', async () => {
  await assert.rejects(readAddress(print('', 'The port is in use.\n')), {
    message: 'The sandbox did not start. The port is in use.',
  });
  await assert.rejects(readAddress(print('')), {
    message: 'The sandbox did not start. See the log for more.',
  });
  await assert.rejects(readAddress(spawn('./no-such-program')), {
    message: /^The sandbox could not be started: .*ENOENT/,
  });
});
