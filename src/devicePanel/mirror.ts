import type { Client } from '../client/client.ts';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { type DisplaySize, hasPlace, scaleGesture } from '../flow/record/scaleGesture.ts';
import { readDisplay } from '../host/displaySize.ts';
import { eachTarget, type Outcome, type Target } from '../host/eachTarget.ts';
import { explain } from '../host/explain.ts';
import { sendGesture } from '../host/sendGesture.ts';
import type { FieldKind } from '../protocol/devicePanel.ts';
import type { MirrorLine } from '../protocol/recorder.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { focusedField } from './focusedField.ts';
import { tappedElement } from './tappedElement.ts';

/** A gesture that is about to be done, with what other devices need to do the same. */
export interface MirroredGesture {
  readonly client: Client;
  readonly gesture: DeviceGesture;
  readonly display: number;
  /** Size of the display it is done on; undefined where it is not known. */
  readonly size: DisplaySize | undefined;
  /** What a text is typed into; undefined for any other gesture. */
  readonly field: FieldKind | undefined;
  /** What is tapped on the device of the panel; undefined where nothing is or that is not known. */
  readonly tapped: string | undefined;
}

/** Results that come faster than this are told of together, in milliseconds. */
const TELL_MS = 100;

/**
 * The devices that do what is done on another one. A device that fails shows another screen from then on and is
 * paused until the person lets it rejoin.
 */
export class Mirror implements Disposable {
  readonly #changed = new Emitter<void>();
  #lines = new Map<string, MirrorLine>();
  #queue: Promise<unknown> = Promise.resolve();
  #telling: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  /** The devices in the order they were chosen, each with what came of the last gesture. */
  get lines(): readonly MirrorLine[] {
    return [...this.#lines.values()];
  }

  /** Whether any device is mirrored that is not paused. */
  get isActive(): boolean {
    return this.#active.length > 0;
  }

  /** Chooses the devices; what is known of those that stay is kept. */
  choose(targets: readonly Target[]): void {
    const lines = targets.map(target => this.#lines.get(target.id) ?? idle(target));
    this.#lines = new Map(lines.map(line => [line.id, line]));
    this.#changed.fire();
  }

  /** Lets the devices that are paused rejoin. */
  rejoin(): void {
    const lines = this.lines.map(line => (line.state === 'failed' ? idle(line) : line));
    this.#lines = new Map(lines.map(line => [line.id, line]));
    this.#changed.fire();
  }

  /**
   * Reads what a gesture needs to know of every device that goes along, after the gestures before it. What it answers
   * does the gesture there, and is called once the device of the panel has done it; neither rejects.
   */
  prepare(planned: MirroredGesture): () => Promise<void> {
    const before = this.#queue;
    const { client, display } = planned;
    const ready = new Map(
      this.#active.map(({ id }) => {
        const fitted = before.then(() => fittedGesture(planned, id));
        // Heard where the gesture is sent, if it ever is.
        fitted.catch(() => undefined);
        return [id, fitted];
      }),
    );
    return () => {
      const performed = this.#queue.then(() =>
        this.#each(async ({ id }) => {
          const own = await (ready.get(id) ?? fittedGesture(planned, id));
          const { tapped } = planned;
          const expected = tapped === own.hit ? undefined : tapped;
          this.#note(id, { hit: own.hit, expected: own.hit === undefined ? undefined : expected });
          await sendGesture(client, { deviceId: id, display }, own.gesture);
        }),
      );
      this.#queue = performed;
      return performed;
    };
  }

  dispose(): void {
    clearTimeout(this.#telling);
    this.#changed.dispose();
  }

  get #active(): readonly MirrorLine[] {
    return this.lines.filter(({ state }) => state !== 'failed');
  }

  async #each(work: (target: Target) => Promise<void>): Promise<void> {
    const targets = this.#active;
    if (targets.length === 0) return;
    for (const { id } of targets) {
      this.#note(id, { state: 'waiting', ms: undefined, hit: undefined, expected: undefined });
    }
    await eachTarget(
      targets,
      target => work(target).then(() => ''),
      outcome => this.#end(outcome),
    );
  }

  #end(outcome: Outcome): void {
    const { target, ms } = outcome;
    const picture = (this.#lines.get(target.id)?.picture ?? 0) + 1;
    if ('error' in outcome) {
      this.#note(target.id, { state: 'failed', ms, picture, error: explain(outcome.error).summary });
    } else {
      this.#note(target.id, { state: 'done', ms, picture });
    }
  }

  #note(id: string, more: Partial<MirrorLine>): void {
    const line = this.#lines.get(id);
    if (!line) return;
    this.#lines.set(id, { ...line, error: undefined, ...more });
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#changed.fire();
    }, TELL_MS);
  }
}

function idle({ id, name }: Target): MirrorLine {
  const nothing = { ms: undefined, error: undefined, hit: undefined, expected: undefined };
  return { id, name, state: 'idle', picture: 0, ...nothing };
}

/** A gesture as a device has to do it, and what it taps there. */
interface FittedGesture {
  readonly gesture: DeviceGesture;
  readonly hit: string | undefined;
}

/** Fits a gesture to a device. Rejects with a sentence where it makes no sense there. */
async function fittedGesture(planned: MirroredGesture, id: string): Promise<FittedGesture> {
  const { client, gesture, display, size, field } = planned;
  if (gesture.kind === 'text') {
    const problem = misplacedText(field, await focusedField(client, id, display));
    if (problem !== undefined) throw new Error(problem);
  }
  if (!hasPlace(gesture)) return { gesture, hit: undefined };
  if (!size)
    throw new Error('The screen size of the leading device is unknown. Refresh its screen and try again.');
  // Read each time: whatever was done before may have turned the screen.
  const { size: own, uiState } = await readDisplay(client, { deviceId: id, display });
  if (!own) throw new Error('Cannot read the screen size of the device.');
  const scaled = scaleGesture(gesture, size, own);
  return { gesture: scaled, hit: tappedElement(scaled, uiState) };
}

// Where a device does not tell what has the focus, the service has the last word.
function misplacedText(field: FieldKind | undefined, here: FieldKind): string | undefined {
  if (here === 'none') return 'Text not typed: no field has the focus.';
  if (field === 'password' && here === 'text')
    return 'Password not typed: the field with the focus is not a password field.';
  return undefined;
}
