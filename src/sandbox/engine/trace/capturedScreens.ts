import { hash } from 'node:crypto';
import type { UiState } from '../../../contract/records/uiState.ts';
import { shownPasscodes } from '../../../flow/selector/screenSecrets.ts';
import { allElements } from '../../phone/elements.ts';
import type { Rectangle } from '../../phone/geometry.ts';
import type { SecretMask } from '../../../flow/trace/secretMask.ts';
import { BUDGETS } from '../../../util/budgets.ts';
import { toError } from '../../../util/errors.ts';
import { timestamp } from '../../runtime/clock.ts';
import { coverInPicture } from '../../runtime/editPicture.ts';
import { type PhoneDriver, PhoneFailure } from '../../runtime/phoneDriver.ts';
import type { Service } from '../../runtime/service.ts';
import { REAL_TIME, SETTLE_MS, settleScreen } from '../../runtime/settleScreen.ts';
import type { CapturedScreen, StoredTraceScreen } from '../../store/stored.ts';

/** The maximum time for a picture and a UI tree, in milliseconds. */
const MAX_MS = 20_000;
const TOO_MUCH = 'The pictures of this run take too much space, so that this one was left out.';
/** The time for which a screen counts as the current one, in milliseconds. */
const FRESH_MS = 1000;
/** The display that is captured, and the wait until it has settled. */
const SETTLING = { displayId: 0, limitMs: SETTLE_MS, time: REAL_TIME } as const;
/** The maximum size of the pictures of a run, in bytes as they are stored. */
const MAX_BYTES: number = BUDGETS.picture.bytes;

interface CapturedOptions {
  readonly mask: SecretMask;
  readonly learnPasscode: (code: string) => void;
  /** True to capture screens when they have settled, and their theme. */
  readonly settles?: boolean | undefined;
}

/** Captures what real phones show during a run, equal screens once. It learns the passcodes that they show. */
export class CapturedScreens {
  readonly #service: Service;
  readonly #executionId: string;
  readonly #mask: SecretMask;
  readonly #learnPasscode: (code: string) => void;
  readonly #settles: boolean;
  /** The last screen of each device that was captured. */
  readonly #last = new Map<string, string>();
  /** The times at which this was, in milliseconds of the clock of this computer. */
  readonly #times = new Map<string, number>();
  readonly #stored = new Set<string>();
  #bytes = 0;

  constructor(service: Service, executionId: string, { mask, learnPasscode, settles }: CapturedOptions) {
    this.#service = service;
    this.#executionId = executionId;
    this.#mask = mask;
    this.#learnPasscode = learnPasscode;
    this.#settles = settles === true;
  }

  /** Returns the ID of the last screen of a device; undefined if none was captured. */
  lastOf(deviceId: string): string | undefined {
    return this.#last.get(deviceId);
  }

  /** Captures the screen of a device, unless it has just been captured. Never rejects because of the phone. */
  async captureBefore(deviceId: string, signal: AbortSignal): Promise<void> {
    const isFresh = performance.now() - (this.#times.get(deviceId) ?? -Infinity) < FRESH_MS;
    if (!isFresh) await this.capture(deviceId, signal);
  }

  /** Captures the screen of a device. Never rejects because of the phone. */
  async capture(deviceId: string, signal: AbortSignal): Promise<void> {
    const driver = this.#service.drivers.get(deviceId);
    if (!driver) {
      // The last screen is not the current one.
      this.#last.delete(deviceId);
      return;
    }
    const screen = await this.#look(driver, signal);
    const id = hash('sha256', `${JSON.stringify(screen.tree)} ${screen.picture ?? ''}`).slice(0, 24);
    this.#last.set(deviceId, id);
    this.#times.set(deviceId, performance.now());
    if (this.#stored.has(id)) return;
    this.#stored.add(id);
    this.#bytes += screen.picture?.length ?? 0;
    const executionId = this.#executionId;
    const row = { id: `${executionId}:${id}`, executionId, deviceId, ...screen };
    this.#service.store.traceScreens.put(row);
  }

  async #look(driver: PhoneDriver, signal: AbortSignal): Promise<CapturedScreen> {
    const limits = { signal, timeoutMs: MAX_MS };
    const startedAt = performance.now();
    const problems: string[] = [];
    const orUnknown = (error: unknown): undefined => {
      signal.throwIfAborted();
      if (!(error instanceof PhoneFailure)) throw error;
    };
    const unless = (error: unknown): null => {
      orUnknown(error);
      problems.push(toError(error).message);
      return null;
    };
    if (this.#settles) await settleScreen(driver, limits, SETTLING).catch(orUnknown);
    const theme = this.#settles ? await driver.theme(limits).catch(orUnknown) : undefined;
    const before = driver.knownTree(0);
    const picture = await driver.picture(0, limits).catch(unless);
    const tree = await driver.tree(0, { ...limits, isFresh: true }).catch(unless);
    const tookMs = Math.round(performance.now() - startedAt);
    const trees = [before, tree].filter(known => known != null);
    // Without the elements it is not known where a secret is.
    const shown = tree && picture ? await this.#withoutSecrets(picture, trees).catch(unless) : null;
    const isTooMuch = this.#bytes + (shown?.length ?? 0) > MAX_BYTES;
    if (isTooMuch) problems.push(TOO_MUCH);
    return {
      takenAt: timestamp(this.#service.clock),
      tookMs,
      tree: tree && this.#mask.textsIn(tree),
      picture: isTooMuch ? null : shown,
      problem: problems[0] ?? null,
      ...(theme ? { theme } : {}),
    };
  }

  /** Returns a picture in Base64 without the secrets that the elements before and after it show. */
  async #withoutSecrets(picture: Uint8Array, trees: readonly UiState[]): Promise<string> {
    // The keyboard can propose a passcode.
    const elements = trees.flatMap(allElements);
    for (const code of shownPasscodes(elements)) this.#learnPasscode(code);
    const areas = this.#secretAreas(trees);
    const covered = areas.length === 0 ? picture : await coverInPicture(picture, areas);
    // A secret can become known while the picture is changed.
    const later = this.#secretAreas(trees);
    const shown = later.length === areas.length ? covered : await coverInPicture(covered, later);
    return Buffer.from(shown).toString('base64');
  }

  #secretAreas(trees: readonly UiState[]): readonly Rectangle[] {
    return trees.flatMap(tree => {
      const elements = allElements(tree);
      const texts = elements.map(({ text, description }) => ({ text, description }));
      // Together, since each digit of a passcode can have a box of its own.
      const hidden = this.#mask.textsIn(texts);
      return elements
        .filter(({ isSecret }, at) => isSecret || JSON.stringify(hidden[at]) !== JSON.stringify(texts[at]))
        .map(({ visible, bounds }) => visible ?? bounds);
    });
  }
}

/** Returns a captured screen without the secrets that have been learned since; its picture goes if one was in it. */
export function hideInCaptured(
  mask: SecretMask,
  screen: StoredTraceScreen & CapturedScreen,
): StoredTraceScreen {
  const tree = mask.textsIn(screen.tree);
  if (JSON.stringify(tree) === JSON.stringify(screen.tree)) return screen;
  const problem = 'The picture showed a value that turned out to be a secret, so that it was deleted.';
  return { ...screen, tree, picture: null, problem };
}
