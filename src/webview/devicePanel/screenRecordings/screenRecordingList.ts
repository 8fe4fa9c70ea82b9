import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { counted } from '../../../util/counted.ts';
import type {
  ScreenRecordingLine,
  ScreenRecordingRequest,
  ScreenRecordingsState,
} from '../../../protocol/screenRecordings.ts';
import { byteSize } from '../../../util/byteSize.ts';
import { durationText } from '../../../util/duration.ts';
import { relativeTime } from '../../../util/relativeTime.ts';
import { bytesOf } from '../../common/bytes.ts';
import { codicon, iconButton, linkButton, secondaryButton } from '../../common/button.ts';
import { PageElement, reactive } from '../../common/element.ts';
import type { PanelModel } from '../panelModel.ts';

/** Title of the section. */
export const SCREEN_RECORDINGS = 'Videos';

const moment = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

/** The video that is shown; without bytes while it is read. */
interface Playing {
  readonly id: string;
  readonly name: string;
  readonly bytes?: Uint8Array;
}

/** The screen recordings of the device: starts and stops them, and plays, saves, and deletes them. */
export class ScreenRecordingList extends PageElement {
  static override properties = reactive('model', 'state', 'isWaiting', 'playing');

  declare model: PanelModel;
  declare state: ScreenRecordingsState;
  /** True until the service has answered. */
  declare private isWaiting: boolean;
  declare private playing: Playing | undefined;

  constructor() {
    super();
    this.isWaiting = false;
  }

  protected override render(): TemplateResult {
    const { isRead, isMissing, problem, list } = this.state;
    if (!isRead) return html`<p class="hint">Loading…</p>`;
    if (isMissing) return html`<p class="hint">This service does not offer videos of the screen.</p>`;
    // One of several displays may be recorded, so a recording can be started at any time.
    return html`${this.#player()}
    ${
      problem === undefined
        ? this.#startButton()
        : html`<p class="problem" role="alert">${problem}</p>
            ${secondaryButton('Try Again', () => this.#ask({ kind: 'read' }))}`
    }
    ${
      problem !== undefined && list.length === 0
        ? nothing
        : list.length === 0
          ? html`<p class="hint">A video shows the screen of the device, and the service keeps it.</p>`
          : html`<ul class="screen-recordings" aria-label="Videos, latest first">
              ${repeat(
                list,
                ({ id }) => id,
                line => this.#line(line),
              )}
            </ul>`
    }`;
  }

  #startButton(): TemplateResult {
    return secondaryButton('Start Video', () => this.#askOnce({ kind: 'start' }), {
      icon: 'device-camera-video',
      isDisabled: this.isWaiting,
    });
  }

  #player(): TemplateResult | typeof nothing {
    const { playing } = this;
    if (!playing) return nothing;
    return html`<div class="screen-recording-player" role="group" aria-label="Player">
      <div class="heading">
        <p title=${playing.name}>${playing.name}</p>
        ${iconButton('close', 'Close Player', () => {
          this.playing = undefined;
        })}
      </div>
      ${
        playing.bytes
          ? html`<screen-video .bytes=${playing.bytes} .label=${`Video of ${playing.name}`}></screen-video>`
          : html`<p class="hint" role="status">Reading the video…</p>`
      }
    </div>`;
  }

  #line(line: ScreenRecordingLine): TemplateResult {
    const { name, isRunning, isLimited, limitReason, error } = line;
    return html`<li class="screen-recording">
      <div class="heading">
        ${isRunning ? html`<span class="recording-dot" aria-hidden="true"></span>` : nothing}
        <p title=${name}>${name}</p>
        ${isRunning ? this.#stopButton(line) : this.#buttons(line)}
      </div>
      <p class="more">${factsOf(line).map(keepTogether).join('\u00a0· ')}</p>
      ${
        isLimited
          ? html`<p class="more">
              ${codicon('warning')} Cut short by the
              service${limitReason === undefined ? '' : `: ${limitReason}`}
            </p>`
          : nothing
      }
      ${error === undefined ? nothing : html`<p class="why">${codicon('error')} ${error}</p>`}
    </li>`;
  }

  #stopButton({ id, name }: ScreenRecordingLine): TemplateResult {
    return linkButton('Stop', () => this.#askOnce({ kind: 'stop', id }), {
      name: `Stop ${name}`,
      isDisabled: this.isWaiting,
    });
  }

  #buttons({ id, name, hasVideo, hasVideoPart, hasActions }: ScreenRecordingLine): TemplateResult {
    const button = (icon: string, title: string, click: () => unknown, isDisabled = false): TemplateResult =>
      iconButton(icon, title, click, { name: `${title} ${name}`, isDisabled });
    return html`${
      hasVideoPart
        ? html`${button('play', 'Play', () => this.#play(id, name), !hasVideo)}
          ${button('save', 'Save', () => this.#ask({ kind: 'save', id }), !hasVideo)}`
        : nothing
    }
    ${
      hasActions
        ? iconButton('list-ordered', 'Show Actions', () => this.#ask({ kind: 'actions', id }), {
            name: `Show Actions of ${name}`,
          })
        : nothing
    }
    ${button('trash', 'Delete', () => this.#ask({ kind: 'delete', id }))}`;
  }

  #ask(request: ScreenRecordingRequest): Promise<unknown> {
    return this.model.ask({ kind: 'screenRecording', request });
  }

  async #askOnce(request: ScreenRecordingRequest): Promise<void> {
    this.isWaiting = true;
    await this.#ask(request);
    this.isWaiting = false;
  }

  async #play(id: string, name: string): Promise<void> {
    this.playing = { id, name };
    const bytes = bytesOf(await this.#ask({ kind: 'video', id }));
    // Another one may have been chosen, or the player closed.
    if (!this.#isShown(id)) return;
    this.playing = bytes && { id, name, bytes };
    await this.updateComplete;
    this.querySelector('.screen-recording-player')?.scrollIntoView({ block: 'nearest' });
  }

  #isShown(id: string): boolean {
    return this.playing?.id === id;
  }
}

/** Returns what is known of a recording: its start, length, size, actions, and how long it is kept. */
function factsOf(line: ScreenRecordingLine): readonly string[] {
  const { isRunning, hasVideo, status, startedAt, durationMs, sizeBytes, actions, expiresAt } = line;
  const start = startedAt === undefined ? [] : [moment.format(startedAt)];
  const done = actions === undefined ? [] : [counted(actions, 'action')];
  if (isRunning) return [...start.map(text => `since ${text}`), ...done];
  return [
    ...start,
    ...(durationMs === undefined ? [] : [durationText(durationMs)]),
    ...(sizeBytes === undefined ? [] : [byteSize(sizeBytes)]),
    ...done,
    ...(hasVideo || status === '' ? [] : [status]),
    ...(expiresAt === undefined ? [] : [expiryText(expiresAt, Date.now())]),
  ];
}

/** Returns a text in which no line breaks. */
function keepTogether(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

function expiryText(expiresAt: number, now: number): string {
  return expiresAt <= now ? 'expired' : `expires ${relativeTime(expiresAt, now)}`;
}

/** Renders a note while the screen of the device is being recorded, also by somebody else. */
export function screenRecordingNote(
  state: ScreenRecordingsState | undefined,
  model: PanelModel,
): TemplateResult | typeof nothing {
  const [running] = state?.list.filter(({ isRunning }) => isRunning) ?? [];
  if (!running) return nothing;
  const stop = (): void =>
    void model.ask({ kind: 'screenRecording', request: { kind: 'stop', id: running.id } });
  return html`<div class="screen-recording-note">
    <span class="recording-dot" aria-hidden="true"></span>
    <p role="status">Video: ${running.name}</p>
    ${linkButton('Stop', stop, { name: 'Stop Video' })}
  </div>`;
}
