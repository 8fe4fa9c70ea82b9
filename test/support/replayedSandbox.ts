import type { LayoutFault } from '../../src/contract/sandbox/fault.ts';
import { SANDBOX } from '../../src/stores/connection.ts';
import { Session } from '../../src/stores/session.ts';
import { testSandbox, type TestSandbox } from './sandbox.ts';

/** The differences of a layout. */
export type Layout = Pick<LayoutFault, 'changes' | 'language' | 'seed'>;

/** A sandbox for the tests of a `describe`, in which recordings are made and replayed without waits. */
export interface ReplayedSandbox {
  readonly sandbox: TestSandbox;
  readonly session: Session;
  /** Gives the sandbox its first data, and its apps another layout. */
  readonly reset: (layout?: Layout) => Promise<void>;
}

/** Starts a sandbox before the tests, and stops it afterward; returns a function that returns it. */
export function useReplayedSandbox(): () => ReplayedSandbox {
  let used: ReplayedSandbox;
  before(async () => {
    const sandbox = await testSandbox({ timeScale: 0, control: true });
    const session = new Session(() => Promise.resolve(sandbox.client));
    session.use(SANDBOX);
    const reset = async (layout?: Layout): Promise<void> => {
      await sandbox.sandboxClient.clearFaults({});
      await sandbox.sandboxClient.resetSandbox({});
      if (layout) await sandbox.sandboxClient.addFault({ body: { fault: { kind: 'layout', ...layout } } });
    };
    used = { sandbox, session, reset };
  });
  after(async () => {
    used.session.dispose();
    await used.sandbox.stop();
  });
  return () => used;
}
