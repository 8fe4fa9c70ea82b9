import type { Client } from '../client/client.ts';
import { type DeviceGesture, touchedPoint } from '../flow/record/deviceGesture.ts';
import { hasPoint, moveGesture, scaleGesture } from '../flow/record/scaleGesture.ts';
import { readDisplay } from '../appState/readDisplay.ts';
import { eachTarget, type TargetOutcome, type Target } from '../client/eachTarget.ts';
import { explain } from '../wording/explain.ts';
import { sendGesture } from './sendGesture.ts';
import type { FieldKind } from '../protocol/devicePanel.ts';
import type { MirrorLine } from '../protocol/recorder.ts';
import type { Disposable } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Size } from '../util/pngSize.ts';
import { Throttle } from '../util/throttle.ts';
import { focusedField } from './focusedField.ts';
import { type AimedElement, findAimed, tappedElement } from './tappedElement.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** A gesture about to be performed, with the data that mirrored devices need to repeat it. */
interface MirroredGesture {
  readonly client: Client;
  readonly gesture: DeviceGesture;
  readonly display: number;
  /** Size of its display in pixels; undefined if unknown. */
  readonly size: Size | undefined;
  /** The kind of field that a text is typed into; undefined for other gestures. */
  readonly field: FieldKind | undefined;
  /** The element tapped on the panel's device; undefined if it is unknown. */
  readonly aimed: AimedElement | undefined;
}

/** Interval in milliseconds within which results are batched into one change event. */
const NOTIFY_MS = 100;

/**
 * The devices that repeat the gestures of another one. A device that fails may show another screen, so it is paused
 * until the user lets it rejoin.
 */
export class Mirror implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #notification = new Throttle(() => this.#changed.fire(), NOTIFY_MS);
  #lines = new Map<string, MirrorLine>();
  readonly #queue = new SerialQueue();

  readonly onDidChange = this.#changed.event;

  /** The devices in the order of selection, each with the result of the last gesture. */
  get lines(): readonly MirrorLine[] {
    return [...this.#lines.values()];
  }

  /** True if any mirrored device is not paused. */
  get isActive(): boolean {
    return this.#active.length > 0;
  }

  /** Takes a screenshot of a mirrored device; undefined for any other. Rejects if the request fails. */
  async picture(client: Client, id: string, display: number): Promise<Uint8Array | undefined> {
    if (!this.#lines.has(id)) return undefined;
    const headers = { 'x-device-display-id': display };
    const input = { params: { deviceId: id }, headers, query: { hideOverlay: true } };
    const { value } = await client.takeScreenshot(input);
    // A plain Uint8Array, because webview messages do not preserve a Node Buffer.
    return new Uint8Array(value);
  }

  /** Sets the devices; those already mirrored keep their state. */
  choose(targets: readonly Target[]): void {
    this.#setLines(targets.map(target => this.#lines.get(target.id) ?? idle(target)));
  }

  /** Resumes paused devices. */
  rejoin(): void {
    this.#setLines(this.lines.map(line => (line.state === 'failed' ? idle(line) : line)));
  }

  /**
   * Reads the data that a gesture needs on every active device, after the previous gestures. Returns a function that
   * performs the gesture there, to be called once the panel's device has performed it. Neither rejects.
   */
  prepare(planned: MirroredGesture): () => Promise<void> {
    const before = this.#queue.run(() => undefined);
    const { client, display } = planned;
    const ready = new Map(
      this.#active.map(({ id }) => {
        const fitted = before.then(() => fitGesture(planned, id));
        // The error is handled where the gesture is sent, which may never happen.
        fitted.catch(() => undefined);
        return [id, fitted];
      }),
    );
    return () =>
      this.#queue.run(() =>
        this.#each(async ({ id }) => {
          const fitted = await (ready.get(id) ?? fitGesture(planned, id));
          const { gesture, hit } = fitted;
          const aimedName = planned.aimed?.name;
          const usedPoint = fitted.usedPoint && (hit === undefined || hit !== aimedName);
          this.#updateLine(id, {
            hit,
            usedPoint,
            expected: usedPoint && hit !== undefined ? aimedName : undefined,
          });
          await sendGesture(client, { deviceId: id, display }, gesture);
        }),
      );
  }

  dispose(): void {
    this.#notification.dispose();
    this.#changed.dispose();
  }

  #setLines(lines: readonly MirrorLine[]): void {
    this.#lines = new Map(lines.map(line => [line.id, line]));
    this.#changed.fire();
  }

  get #active(): readonly MirrorLine[] {
    return this.lines.filter(({ state }) => state !== 'failed');
  }

  async #each(work: (target: Target) => Promise<void>): Promise<void> {
    const targets = this.#active;
    if (targets.length === 0) return;
    for (const { id } of targets) {
      this.#updateLine(id, { ...UNKNOWN, state: 'waiting' });
    }
    await eachTarget(
      targets,
      target => work(target).then(() => ''),
      outcome => this.#end(outcome),
    );
  }

  #end(outcome: TargetOutcome): void {
    const { target, ms } = outcome;
    const picture = (this.#lines.get(target.id)?.picture ?? 0) + 1;
    const result =
      'error' in outcome
        ? ({ state: 'failed', error: explain(outcome.error).summary } as const)
        : ({ state: 'done' } as const);
    this.#updateLine(target.id, { ...result, ms, picture });
  }

  #updateLine(id: string, more: Partial<MirrorLine>): void {
    const line = this.#lines.get(id);
    if (!line) return;
    this.#lines.set(id, { ...line, error: undefined, ...more });
    this.#notification.schedule();
  }
}

function idle({ id, name }: Target): MirrorLine {
  return { id, name, state: 'idle', picture: 0, ...UNKNOWN };
}

const UNKNOWN = { ms: undefined, error: undefined, hit: undefined, expected: undefined, usedPoint: false };

/** A gesture adapted to a device, and the element that it taps there. */
interface FittedGesture {
  readonly gesture: DeviceGesture;
  readonly hit: string | undefined;
  /** True if it taps the scaled point and not the element. */
  readonly usedPoint: boolean;
}

/** Adapts a gesture to a device. Rejects with a sentence if that is not possible. */
async function fitGesture(planned: MirroredGesture, id: string): Promise<FittedGesture> {
  const { client, gesture, display, size, field, aimed } = planned;
  if (gesture.kind === 'text') {
    const problem = misplacedText(field, await focusedField(client, id, display));
    if (problem !== undefined) throw new Error(problem);
  }
  if (!hasPoint(gesture)) return { gesture, hit: undefined, usedPoint: false };
  if (!size)
    throw new Error('The screen size of the leading device is unknown. Refresh its screen and try again.');
  // Read each time, since earlier gestures may have rotated the screen.
  const { size: targetSize, uiState } = await readDisplay(client, { deviceId: id, display });
  if (!targetSize) throw new Error('Cannot read the screen size of the device.');
  const found = aimed && uiState && findAimed(uiState, aimed.selectors);
  const fitted = found ? moveGesture(gesture, found) : scaleGesture(gesture, size, targetSize);
  const usedPoint = !found && touchedPoint(gesture) !== undefined;
  return { gesture: fitted, hit: tappedElement(fitted, uiState), usedPoint };
}

// If the device does not report its focus, the service decides.
function misplacedText(field: FieldKind | undefined, here: FieldKind): string | undefined {
  if (here === 'none') return 'Text not typed: no field has the focus.';
  if (field === 'password' && here === 'text')
    return 'Password not typed: the field with the focus is not a password field.';
  return undefined;
}
