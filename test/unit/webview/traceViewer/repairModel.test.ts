import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { ShownRepair, TraceRequest, TraceRow } from '../../../../src/protocol/traceViewer.ts';
import { RepairModel } from '../../../../src/webview/traceViewer/repairModel.ts';

const REPAIR: ShownRepair = {
  reason: 'The button has another name.',
  confidence: 'likely',
  changes: [{ step: '2 Tap', from: 'Save', to: 'Store' }],
  before: { screen: 'a', box: undefined },
  now: { screen: 'b', box: undefined },
};
const SCREEN = { width: 10, height: 20, app: '', elements: [] };
const ROW: TraceRow = {
  key: 'step',
  step: 1,
  level: 1,
  number: '2',
  name: 'Tap',
  detail: '',
  state: 'failed',
  time: '',
  strip: 0,
  before: 'b',
  after: 'b',
  frame: 0,
  touches: true,
  compared: undefined,
};

/** A host whose answers wait, and fail as long as the run is being read again. */
class SlowHost {
  readonly #waiting: (() => void)[] = [];
  hasScreens = false;

  ask(request: TraceRequest): Promise<unknown> {
    return new Promise(resolve => {
      this.#waiting.push(() => {
        if (request.kind === 'repair') resolve(REPAIR);
        else if (/picture/i.test(request.kind)) resolve(this.hasScreens ? new Uint8Array(1) : undefined);
        else resolve(this.hasScreens ? SCREEN : undefined);
      });
    });
  }

  async answer(): Promise<void> {
    for (const answer of this.#waiting.splice(0)) answer();
    await turn();
  }
}

it('a proposed repair that was being read when the trace changed is read again', async () => {
  const host = new SlowHost();
  let changes = 0;
  const model = new RepairModel(
    request => host.ask(request),
    {
      connect: () => {
        throw new Error('The model has its own way to the host.');
      },
      openPicture: () => Promise.resolve('blob:picture'),
      closePicture: () => undefined,
    },
    () => changes++,
  );
  model.follow(ROW);
  await host.answer();
  model.clear();
  model.follow(ROW);
  await host.answer();
  assert.equal(model.repair, undefined);
  assert.equal(changes, 0);
  host.hasScreens = true;
  await host.answer();
  await host.answer();
  assert.deepEqual(model.repair, REPAIR);
  assert.deepEqual([model.before?.url, model.now?.url], ['blob:picture', 'blob:picture']);
});
