import { html, nothing, svg, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { devicePanelProtocol, type PanelState } from '../../protocol/devicePanel.ts';
import { codicon, iconButton, secondaryButton } from '../common/button.ts';
import { connectHost } from '../common/connectHost.ts';
import { PageElement } from '../common/element.ts';
import { openPicture } from '../common/openPicture.ts';
import { ELEMENT, isOpen, PanelModel, type PanelPort } from './panelModel.ts';
import { PHONE, phoneButtons } from './phoneButtons.ts';
import { LOCATION } from './place/locationSection.ts';
import { elementsView } from './elementCard.ts';
import { FileDrop } from './fileDrop.ts';
import { outlineNote, pickBanner, pickChoicesView } from './pickView.ts';
import { recordingBanner } from './recordingBanner.ts';
import { SCREEN_RECORDINGS, screenRecordingNote } from './screenRecordings/screenRecordingList.ts';
import { keepKeyOfField, withKey } from './screenKeys.ts';
import { SWIPE } from './swipeForm.ts';
import { toolbar } from './toolbar.ts';
import { GLOBAL_BUTTONS } from '../common/globalButtons.ts';

const SPEAKER = svg`<path d="M2.5 6.5h2l3-2.5v8l-3-2.5h-2z" />`;

/** The keys at the edge of a phone, by Android key code. There are no codicons for them. */
const KEYS = [
  { key: 25, label: 'Volume Down', drawing: svg`${SPEAKER}<path d="M10 8h4" />` },
  { key: 24, label: 'Volume Up', drawing: svg`${SPEAKER}<path d="M10 8h4M12 6v4" />` },
  { key: 26, label: 'Power', drawing: svg`<path d="M8 2v5M5 4a5 5 0 1 0 6 0" />` },
];

const HELP = [
  ['Arrows', 'Move the crosshair; with Shift by one pixel'],
  ['Enter', 'Tap at the crosshair; with Shift long press'],
  ['Ctrl+Enter', 'Start a swipe at the crosshair, then send it'],
  ['Page Up, Page Down', 'Scroll'],
  ['Escape', 'Hide the crosshair, so Enter goes to the device'],
  ['Letters, Backspace, Delete', 'Type on the device'],
  ['Ctrl+V', 'Paste the clipboard into the device'],
  ['Shift+Alt+B, H, T, P', 'Back, Home, Recents, screenshot'],
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
    // What comes and goes must not move a screen that is recorded.
    const isOver = state.recording !== undefined && state.screen.size !== undefined;
    return html`${toolbar(state, model)}
      <main
        @keydown=${keepKeyOfField}
        @dragover=${this.#drop.over}
        @dragleave=${this.#drop.leave}
        @drop=${this.#drop.drop}
      >
        <section class="phone" aria-label="Screen">
          ${this.#drop.view(state.device.name)}
          ${state.recording ? recordingBanner(state.recording, state, model) : nothing}
          ${screenRecordingNote(state.screenRecordings, model)}
          ${state.pick && !state.pick.mode ? pickBanner(state.pick, state, model.pick) : nothing}
          ${state.outline && !state.pick && !state.recording ? outlineNote(state.outline) : nothing}
          ${isOver ? nothing : this.#situation(state)}
          <device-screen
            .model=${model}
            .state=${state}
            .viewState=${model.viewState}
            .page=${model.page}
          ></device-screen>
          ${
            isOver
              ? html`<div class="over-screen"><div>${this.#situation(state)}${this.#failure()}</div></div>`
              : nothing
          }
          <div class="foot">
            ${deviceButtons(state, model)}
            <picture-age
              .takenAt=${model.page.shown?.takenAt}
              .stale=${state.situation !== undefined}
            ></picture-age>
          </div>
          ${isOver ? nothing : this.#failure()}
        </section>
        <aside aria-label="Tools" ?hidden=${model.isPhoneOnly}>${this.#sections(state)}</aside>
      </main>`;
  }

  #sections(state: PanelState): TemplateResult[] {
    const model = this.#model;
    const { viewState, page, size, isSent } = model;
    const element =
      state.pick && !state.pick.mode
        ? pickChoicesView(model.pick)
        : state.elements && viewState.inspect
          ? elementsView(state.elements, model)
          : undefined;
    return [
      ...(element ? [this.#section(ELEMENT, element)] : []),
      this.#section(
        'Text',
        html`<text-form .model=${model} .isDisabled=${!state.takesGestures}></text-form>`,
      ),
      this.#section(
        'Log',
        html`<gesture-list
          .model=${model}
          .lines=${state.log}
          .replay=${state.replay}
          .viewState=${viewState}
        ></gesture-list>`,
      ),
      this.#section(
        SWIPE,
        html`<swipe-form
          .model=${model}
          .swipe=${page.swipe}
          .sent=${isSent}
          .viewState=${viewState}
          .size=${size}
        ></swipe-form>`,
      ),
      this.#section(
        LOCATION,
        html`<location-section
          .model=${model}
          .state=${state.place}
          .opened=${isOpen(LOCATION, viewState)}
          .missing=${state.lacks.includes('geo')}
          .viewState=${viewState}
        ></location-section>`,
      ),
      ...(state.screenRecordings
        ? [
            this.#section(
              SCREEN_RECORDINGS,
              html`<screen-recordings .model=${model} .state=${state.screenRecordings}></screen-recordings>`,
            ),
          ]
        : []),
      this.#section(PHONE, phoneButtons(state, model)),
      this.#section('Mirroring', html`<mirror-list .model=${model} .lines=${state.mirrors}></mirror-list>`),
      this.#section('Keyboard Shortcuts', keysHelp()),
    ];
  }

  /** Renders a collapsible section beside the screen; whether it is open is stored. */
  #section(title: string, content: TemplateResult): TemplateResult {
    return html`<details
      class="section"
      ?open=${isOpen(title, this.#model.viewState)}
      @toggle=${({ target }: Event) =>
        this.#model.open(title, target instanceof HTMLDetailsElement && target.open)}
    >
      <summary><h2>${title}</h2></summary>
      <div class="content">${content}</div>
    </details>`;
  }

  #situation({ situation }: PanelState): TemplateResult | typeof nothing {
    if (!situation) return nothing;
    const { icon, title, sentence, acts } = situation;
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

/** Renders the buttons of a device. Those at its edge have Android key codes, so an iPhone has none. */
function deviceButtons({ device, takesGestures }: PanelState, model: PanelModel): TemplateResult {
  const isDisabled = !takesGestures;
  return html`<div class="keys" role="group" aria-label="Device buttons">
    ${GLOBAL_BUTTONS.map(({ button, label, icon }) =>
      iconButton(icon, withKey(label, button), () => model.perform({ kind: 'global', button }), {
        name: label,
        isDisabled,
      }),
    )}
    ${
      device.kind.includes('ios')
        ? nothing
        : KEYS.map(
            ({ key, label, drawing }) =>
              html`<button
                type="button"
                class="icon-button"
                title=${label}
                aria-label=${label}
                ?disabled=${isDisabled}
                @click=${() => model.perform({ kind: 'key', key })}
              >
                <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${drawing}</svg>
              </button>`,
          )
    }
  </div>`;
}
