import type { FlowGesture } from '../../flow/edit/gesture.ts';
import type { EditReply } from '../../protocol/flowEditor.ts';

/** Makes the gesture of an edit from what the page shows when its turn has come; nothing gives it up. */
export type MakeGesture = () => FlowGesture | undefined;

/** Hands a gesture to the host, with the run of typing that it belongs to. */
export type SendGesture = (gesture: FlowGesture, run: number | undefined) => Promise<EditReply>;

const MOST_TRIES = 4;

/** Does what changes the flow, or depends on it, one thing after another; `done` hears the end of each. */
export class EditQueue {
  readonly #send: SendGesture;
  readonly #done: () => void;
  #line: Promise<unknown> = Promise.resolve();
  #left = 0;

  constructor(send: SendGesture, done: () => void) {
    this.#send = send;
    this.#done = done;
  }

  /** Whether something is still to be done. */
  get busy(): boolean {
    return this.#left > 0;
  }

  /**
   * What an edit comes to, after those before it. One that was made on an old version is made again, since the
   * host has shown its newest one by then; `make` says whether it still means the same. Edits of one `run` of typing
   * are undone together.
   */
  edit(make: MakeGesture, run?: number): Promise<EditReply> {
    return this.run(async () => {
      let reply: EditReply = { kind: 'stale' };
      for (let tries = 0; reply.kind === 'stale' && tries < MOST_TRIES; tries++) {
        const gesture = make();
        if (!gesture) return reply;
        reply = await this.#send(gesture, run);
      }
      return reply;
    });
  }

  /** Does something that is no edit in its turn. */
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
