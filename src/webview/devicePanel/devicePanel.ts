import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { devicePanelProtocol, type PanelState, type ScreenStatus } from '../../protocol/devicePanel.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import { connectHost } from '../common/connectHost.ts';
import { PageElement } from '../common/element.ts';
import { openPicture } from '../common/openPicture.ts';
import { PanelModel, type PanelPort } from './panelModel.ts';
import { LOCATION } from './place/devicePlace.ts';
import { deviceButtons } from './deviceButtons.ts';
import { FileDrop } from './fileDrop.ts';
import { elementCard } from './elementCard.ts';
import { outlineNote, pickBanner, pickChoicesView } from './pickView.ts';
import { recordingBanner } from './recordingBanner.ts';
import { SCREEN_RECORDINGS, screenRecordingNote } from './screenRecordings/screenRecordingList.ts';
import { toolbar } from './toolbar.ts';

const HELP = [
  ['Arrows', 'Move the crosshair; with Shift by one pixel'],
  ['Enter', 'Tap at the crosshair; with Shift long press'],
  ['Ctrl+Enter', 'Start a swipe at the crosshair, then send it'],
  ['Page Up, Page Down', 'Scroll'],
  ['Escape', 'Hide the crosshair, so Enter goes to the device'],
  ['Letters, Backspace, Delete', 'Type on the device'],
  ['Ctrl+V', 'Paste the clipboard into the device'],
] as const;

const browserPort: PanelPort = {
  connect: shown => connectHost(devicePanelProtocol, shown),
  openPicture,
  closePicture: url => URL.revokeObjectURL(url),
};

/** The root element: the screen with its buttons, and the sections beside it. */
export class DevicePanel extends PageElement {
  readonly #model = new PanelModel(browserPort, () => this.requestUpdate());
  readonly #drop = new FileDrop({
    ask: request => this.#model.ask(request),
    fail: sentence => this.#model.fail(sentence),
    update: () => this.requestUpdate(),
  });

  protected override render(): TemplateResult {
    const { state, page } = this.#model;
    // Recreated for another device, because drafts and input do not apply to it.
    return html`${
        state
          ? keyed(deviceKey(state), this.#page(state))
          : html`<div class="loading" role="status">Loading device…</div>`
      }
      <div class="visually-hidden" role="status" aria-live="polite">${page.spoken}</div>`;
  }

  #page(state: PanelState): TemplateResult {
    const model = this.#model;
    return html`${toolbar(state, model)}
      <main @dragover=${this.#drop.over} @dragleave=${this.#drop.leave} @drop=${this.#drop.drop}>
        <section class="phone" aria-label="Screen">
          ${this.#drop.view(state.device.name)}
          ${state.recording ? recordingBanner(state.recording, model) : nothing}
          ${screenRecordingNote(state.screenRecordings, model)}
          ${state.pick ? pickBanner(state.pick, state, model.pick) : nothing}
          ${state.outline && !state.pick ? outlineNote(state.outline) : nothing}
          ${state.situation ? this.#situation(state.situation) : nothing}
          <device-screen
            .model=${model}
            .state=${state}
            .viewState=${model.viewState}
            .page=${model.page}
          ></device-screen>
          <div class="foot">
            ${deviceButtons(state.device.kind, model)}
            <picture-age
              .takenAt=${model.page.shown?.takenAt}
              .stale=${state.situation !== undefined}
            ></picture-age>
          </div>
          ${this.#failure()}
        </section>
        <aside aria-label="Tools">${this.#sections(state)}</aside>
      </main>`;
  }

  #sections(state: PanelState): TemplateResult[] {
    const model = this.#model;
    const { viewState, page, size, isSent } = model;
    const element = state.pick
      ? pickChoicesView(model.pick)
      : state.elements && viewState.inspect
        ? elementCard(state.elements, model)
        : undefined;
    return [
      ...(element ? [this.#section('Element', element)] : []),
      this.#section(
        'Swipe',
        html`<swipe-form
          .model=${model}
          .swipe=${page.swipe}
          .sent=${isSent}
          .viewState=${viewState}
          .size=${size}
        ></swipe-form>`,
      ),
      this.#section('Text', html`<text-form .model=${model}></text-form>`),
      this.#section(
        LOCATION,
        html`<device-place
          .model=${model}
          .state=${state.place}
          .opened=${!viewState.folded.includes(LOCATION)}
          .missing=${state.lacks.includes('geo')}
          .viewState=${viewState}
        ></device-place>`,
      ),
      ...(state.screenRecordings
        ? [
            this.#section(
              SCREEN_RECORDINGS,
              html`<screen-recordings .model=${model} .state=${state.screenRecordings}></screen-recordings>`,
            ),
          ]
        : []),
      this.#section('Keyboard Shortcuts', keysHelp()),
      this.#section(
        'Log',
        html`<gesture-list
          .model=${model}
          .lines=${state.log}
          .replay=${state.replay}
          .viewState=${viewState}
        ></gesture-list>`,
      ),
      this.#section('Mirroring', html`<mirror-list .model=${model} .lines=${state.mirrors}></mirror-list>`),
    ];
  }

  /** Renders a collapsible section beside the screen; the collapsed state is stored. */
  #section(title: string, content: TemplateResult): TemplateResult {
    const { folded } = this.#model.viewState;
    return html`<details
      class="section"
      ?open=${!folded.includes(title)}
      @toggle=${({ target }: Event) => {
        const isOpen = target instanceof HTMLDetailsElement && target.open;
        if (isOpen !== folded.includes(title)) return;
        const others = folded.filter(name => name !== title);
        this.#model.updateView({ folded: isOpen ? others : [...others, title] });
      }}
    >
      <summary><h2>${title}</h2></summary>
      <div class="content">${content}</div>
    </details>`;
  }

  #situation({ icon, title, sentence, acts }: ScreenStatus): TemplateResult {
    return html`<div class="situation" role="status">
      ${codicon(icon)}
      <div>
        <h2>${title}</h2>
        <p>${sentence}</p>
      </div>
      ${acts.map(({ act, label }) => secondaryButton(label, () => this.#model.ask({ kind: 'act', act })))}
    </div>`;
  }

  #failure(): TemplateResult | typeof nothing {
    const { failure } = this.#model.page;
    if (failure === undefined) return nothing;
    return html`<div class="failure" role="alert">
      ${codicon('error')}
      <p>${failure}</p>
      ${iconButton('close', 'Dismiss', () => this.#model.dismiss())}
    </div>`;
  }
}

function deviceKey({ device }: PanelState): string {
  return `${device.connectionId} ${device.id}`;
}

function keysHelp(): TemplateResult {
  return html`<dl class="keys-help" id="screen-help">
    ${HELP.map(
      ([key, effect]) =>
        html`<dt>${key}</dt>
          <dd>${effect}</dd>`,
    )}
  </dl>`;
}
