import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { type DeviceGesture, touchedPoint } from '../flow/record/deviceGesture.ts';
import { readElements } from './tappedElement.ts';

/**
 * The elements that a gesture is about to touch. They were read for the picture that is shown, or since the button was
 * pressed, and are forgotten once they may be outdated.
 */
export class KnownElements {
  readonly #client: () => Promise<Client>;
  readonly #deviceId: string;
  #known: { readonly display: number; readonly state: UiState } | undefined;
  #reading: { readonly display: number; readonly done: Promise<UiState | undefined> } | undefined;
  #picture: Uint8Array | undefined;
  #isPressed = false;
  /** Increased when the elements are forgotten; those of a reading that began before are not kept. */
  #turn = 0;
  /** The turn in which the elements were last read ahead. */
  #readAheadFor = -1;

  constructor(client: () => Promise<Client>, deviceId: string) {
    this.#client = client;
    this.#deviceId = deviceId;
  }

  /**
   * Returns the elements that a gesture touches, and forgets them because the gesture may change them. Waits for a reading
   * only if they are needed. Undefined if they are not known, or if the gesture is no tap or long press.
   */
  async take(gesture: DeviceGesture, display: number, isNeeded: boolean): Promise<UiState | undefined> {
    const isTouch = touchedPoint(gesture) !== undefined;
    const state = isTouch && isNeeded ? await this.read(display) : this.#of(display);
    this.forget();
    return isTouch ? state : undefined;
  }

  /** Returns the elements of a display, and reads them unless they are known or being read; undefined if that fails. */
  async read(display: number): Promise<UiState | undefined> {
    const known = this.#of(display);
    if (known) return known;
    if (this.#reading?.display === display) return this.#reading.done;
    const keep = this.begin(display);
    const reading = { display, done: this.#request(display) };
    this.#reading = reading;
    const state = await reading.done;
    if (this.#reading === reading) this.#reading = undefined;
    keep(state);
    return state;
  }

  /** Reads the elements, once for each screen even if that fails. */
  readAhead(display: number): void {
    if (this.#readAheadFor === this.#turn) return;
    this.#readAheadFor = this.#turn;
    void this.read(display);
  }

  /** Begins a reading that is done elsewhere. Returns a function that keeps its result unless it may be outdated by then. */
  begin(display: number): (state: UiState | undefined) => void {
    const turn = this.#turn;
    return state => {
      if (state && turn === this.#turn) this.#known = { display, state };
    };
  }

  /** Reads the elements when the button is pressed. Until it is released, other pictures do not outdate them. */
  press(display: number): void {
    void this.read(display);
    this.#isPressed = true;
  }

  /** Ends a press that is no gesture. */
  cancelPress(): void {
    if (this.#isPressed) this.forget();
  }

  /** Forgets the elements of another picture than the one that is shown now. Returns true if it is the same. */
  follow(picture: Uint8Array | undefined): boolean {
    const before = this.#picture;
    this.#picture = picture;
    const isSame = before !== undefined && picture !== undefined && Buffer.compare(before, picture) === 0;
    if (!isSame && !this.#isPressed) this.forget();
    return isSame;
  }

  /** Forgets the elements, because a gesture may have changed them. */
  forget(): void {
    this.#turn++;
    this.#known = undefined;
    this.#reading = undefined;
    this.#isPressed = false;
  }

  #of(display: number): UiState | undefined {
    return this.#known?.display === display ? this.#known.state : undefined;
  }

  async #request(display: number): Promise<UiState | undefined> {
    const client = await this.#client().catch(() => undefined);
    return client && readElements(client, { deviceId: this.#deviceId, display });
  }
}
