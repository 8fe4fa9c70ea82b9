import assert from 'node:assert/strict';
import { launchSandbox } from '../support/sandboxProcess.ts';

const CLIENTS = 60;
/** Without turns, the first client gets up to 30 answers before the last one gets its first. */
const MAX_ANSWERS = 15;

it('a sandbox with many clients answers new connections while others send one request after another', async () => {
  const sandbox = await launchSandbox();
  try {
    const answers = new Array<number>(CLIENTS).fill(0);
    await Promise.all(
      answers.map(async (_, client) => {
        while (answers.includes(0)) {
          const { status } = await sandbox.request('GET', '/actions?pageSize=100');
          assert.equal(status, 200);
          answers[client] = (answers[client] ?? 0) + 1;
        }
      }),
    );
    assert.ok(Math.max(...answers) < MAX_ANSWERS, `the answers of each client: ${answers.join(' ')}`);
  } finally {
    await sandbox.kill();
  }
});
