import type { FlowEdit } from '../../flow/edit/flowEdit.ts';
import type { EditReply, FlowRequest } from '../../protocol/flowEditor.ts';

/** An edit, or a new step for an action, which the extension turns into an edit. */
export type PlannedEdit = FlowEdit | Omit<Extract<FlowRequest, { kind: 'insertStep' }>, 'base'>;

/** Creates an edit from the state at its turn; undefined if it is stale, `needless` if there is nothing to edit. */
export type MakeEdit = () => PlannedEdit | 'needless' | undefined;

/** Sends an edit to the extension. */
type SendEdit = (edit: PlannedEdit) => Promise<EditReply>;

const MOST_TRIES = 4;

/** Runs edits, and requests that depend on them, one after another; `done` is called after each. */
export class EditQueue {
  readonly #send: SendEdit;
  readonly #done: () => void;
  #line: Promise<unknown> = Promise.resolve();
  #left = 0;

  constructor(send: SendEdit, done: () => void) {
    this.#send = send;
    this.#done = done;
  }

  /** True while requests are pending. */
  get busy(): boolean {
    return this.#left > 0;
  }

  /**
   * Sends an edit after the pending ones. If it is stale, creates it again from the newer state, up to four times in
   * all. `done` is called with the new version before the next edit is created.
   */
  edit(make: MakeEdit, done?: (version: number) => void): Promise<EditReply> {
    return this.run(async () => {
      let reply: EditReply = { kind: 'stale' };
      for (let tries = 0; reply.kind === 'stale' && tries < MOST_TRIES; tries++) {
        const edit = make();
        if (edit === 'needless') return { kind: 'cancelled' };
        if (!edit) return reply;
        reply = await this.#send(edit);
      }
      if (reply.kind === 'done') done?.(reply.version);
      return reply;
    });
  }

  /** Runs work that is no edit in its turn. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#left++;
    const done = this.#line.then(work);
    this.#line = done
      .catch(() => undefined)
      .then(() => {
        this.#left--;
        this.#done();
      });
    return done;
  }
}
