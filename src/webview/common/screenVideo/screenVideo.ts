import { html, type PropertyValues, type TemplateResult } from 'lit';
import { excessiveSize, hasTooManyPixels } from '../../../util/pictureSize.ts';
import { pngSize, type Size } from '../../../util/pngSize.ts';
import { type VideoFormat, videoFormat } from '../../../util/videoFormat.ts';
import { blobOf, viewOf } from '../bytes.ts';
import { iconButton, secondaryButton } from '../button.ts';
import { PageElement, reactive, inputValueOf } from '../element.ts';
import { AnimationPlayer } from './animationPlayer.ts';
import { frameEnds, positionLabel } from './frameTimes.ts';

const UNKNOWN = 'This format cannot be played here. Save the recording to open it in another program.';

/**
 * Plays a video in the format that its bytes have: an animated PNG with a position to choose, other moving pictures
 * from their start, and other videos with the controls of the browser.
 */
export class ScreenVideo extends PageElement {
  static override properties = reactive('bytes', 'label', 'startMs', 'problem');

  declare bytes: Uint8Array;
  /** The accessible name. */
  declare label: string;
  /** The position to show first, in milliseconds; undefined plays from the start. */
  declare startMs: number | undefined;
  declare private problem: string | undefined;
  #format: VideoFormat | undefined;
  #url: string | undefined;
  #player: AnimationPlayer | undefined;
  #decoder: ImageDecoder | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('bytes')) return;
    this.#close();
    this.problem = undefined;
    const excess = excessiveSize(this.bytes);
    if (excess) {
      this.problem = tooLarge(excess);
      return;
    }
    this.#format = videoFormat(this.bytes);
    const ends = this.#format?.mediaType === 'image/png' ? frameEnds(this.bytes) : undefined;
    if (ends && 'ImageDecoder' in window) this.#player = this.#openAnimation(ends);
    else if (this.#format) this.#openUrl(this.#format);
    else this.problem = UNKNOWN;
  }

  protected override updated(changed: PropertyValues): void {
    if (!(changed.has('startMs') || changed.has('bytes'))) return;
    if (!this.#player) {
      // A new video begins when its length is known.
      const video = this.querySelector('video');
      if (video && video.readyState >= HTMLMediaElement.HAVE_METADATA) this.#begin(video);
      return;
    }
    if (this.startMs === undefined) this.#player.play();
    else this.#player.seek(this.startMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult {
    if (this.problem !== undefined) return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (this.#player) return this.#animation(this.#player);
    if (this.#format?.kind === 'video') {
      return html`<video
        controls
        muted
        preload="metadata"
        playsinline
        src=${this.#url}
        aria-label=${this.label}
        @loadedmetadata=${this.#beginVideo}
        @error=${() => this.#fail()}
      ></video>`;
    }
    return html`<img src=${this.#url} alt=${this.label} @error=${() => this.#fail()} />
      <div class="video-bar">
        ${secondaryButton('Restart', () => this.#restart(), { icon: 'debug-restart' })}
      </div>`;
  }

  #animation(player: AnimationPlayer): TemplateResult {
    const { isPlaying, position, duration } = player;
    const time = `${positionLabel(position)} / ${positionLabel(duration)}`;
    const { width = 0, height = 0 } = pngSize(this.bytes) ?? {};
    return html`<canvas role="img" aria-label=${this.label} width=${width} height=${height}></canvas>
      <div class="video-bar">
        ${
          isPlaying
            ? iconButton('debug-pause', 'Pause', () => player.pause())
            : iconButton('play', 'Play', () => player.play())
        }
        <input
          type="range"
          min="0"
          max=${duration}
          step="10"
          .value=${String(position)}
          aria-label="Position"
          aria-valuetext=${time}
          @input=${(event: Event) => player.seek(Number(inputValueOf(event)))}
        />
        <span class="more">${time}</span>
      </div>`;
  }

  #openAnimation(ends: readonly number[]): AnimationPlayer {
    const decoder = new ImageDecoder({ data: viewOf(this.bytes), type: 'image/png' });
    this.#decoder = decoder;
    const draw = async (frameIndex: number): Promise<void> => {
      try {
        await this.#draw((await decoder.decode({ frameIndex })).image);
      } catch {
        // A decoder that was closed fails, too.
        if (this.#decoder === decoder) this.#fail();
      }
    };
    const nextFrame = (call: () => void): (() => void) => {
      const id = requestAnimationFrame(call);
      return () => cancelAnimationFrame(id);
    };
    return new AnimationPlayer(ends, { draw, nextFrame, now: () => performance.now() }, () =>
      this.requestUpdate(),
    );
  }

  async #draw(frame: VideoFrame): Promise<void> {
    await this.updateComplete;
    const canvas = this.querySelector('canvas');
    canvas?.getContext('2d')?.drawImage(frame, 0, 0);
    frame.close();
  }

  readonly #beginVideo = ({ target }: Event): void => {
    if (!(target instanceof HTMLVideoElement)) return;
    const size = { width: target.videoWidth, height: target.videoHeight };
    if (hasTooManyPixels(size)) this.#fail(tooLarge(size));
    else this.#begin(target);
  };

  #begin(video: HTMLVideoElement): void {
    if (this.startMs === undefined) void video.play().catch(() => undefined);
    else video.currentTime = this.startMs / 1000;
  }

  #fail(problem = UNKNOWN): void {
    this.#close();
    this.problem = problem;
  }

  #restart(): void {
    const format = this.#format;
    if (!format) return;
    this.#close();
    this.#openUrl(format);
    this.requestUpdate();
  }

  #openUrl({ mediaType }: VideoFormat): void {
    this.#url = URL.createObjectURL(blobOf(this.bytes, mediaType));
  }

  #close(): void {
    this.#player?.dispose();
    this.#player = undefined;
    this.#decoder?.close();
    this.#decoder = undefined;
    if (this.#url !== undefined) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}

function tooLarge({ width, height }: Size): string {
  return `The recording has ${width} × ${height} pixels, too many to be played here. Save it to open it in another program.`;
}
