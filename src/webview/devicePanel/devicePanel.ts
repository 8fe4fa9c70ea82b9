import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { PanelState, ScreenStatus } from '../../protocol/devicePanel.ts';
import { PageElement } from '../common/element.ts';
import { panelBrowser } from './panelBrowser.ts';
import { PanelModel } from './panelModel.ts';
import { LOCATION } from './place/devicePlace.ts';
import { elementCard } from './elementCard.ts';
import { panelSection } from './panelSection.ts';
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

const BUTTONS = [
  { button: 'back', label: 'Back', icon: 'arrow-left' },
  { button: 'home', label: 'Home', icon: 'home' },
  { button: 'recents', label: 'Recents', icon: 'versions' },
] as const;

/** The root element: the screen with its buttons, and the sections beside it. */
export class DevicePanel extends PageElement {
  readonly #model = new PanelModel(panelBrowser, () => this.requestUpdate());

  protected override render(): TemplateResult {
    const { state, spoken } = this.#model;
    // Recreated for another device, because drafts and input do not apply to it.
    return html`${
        state
          ? keyed(deviceKey(state), this.#page(state))
          : html`<div class="loading" role="status">Loading device…</div>`
      }
      <div class="visually-hidden" role="status" aria-live="polite">${spoken}</div>`;
  }

  #page(state: PanelState): TemplateResult {
    const model = this.#model;
    return html`${toolbar(state, model)}
      <main>
        <section class="phone" aria-label="Screen">
          ${state.situation ? this.#situation(state.situation) : nothing}
          <device-screen
            .model=${model}
            .state=${state}
            .viewState=${model.viewState}
            .drawn=${[model.shown, model.pointed, model.pinned, model.swipe, model.drafted, model.touch]}
          ></device-screen>
          <div class="foot">
            <div class="keys" role="group" aria-label="Device buttons">
              ${BUTTONS.map(
                ({ button, label, icon }) =>
                  html`<button
                    type="button"
                    class="icon-button"
                    title=${label}
                    aria-label=${label}
                    @click=${() => void model.perform({ kind: 'global', button })}
                  >
                    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
                  </button>`,
              )}
            </div>
            <picture-age
              .takenAt=${model.shown?.takenAt}
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
    const place = html`<device-place
      .model=${model}
      .state=${state.place}
      .opened=${!model.viewState.folded.includes(LOCATION)}
      .missing=${state.lacks.includes('geo')}
      .viewState=${model.viewState}
    ></device-place>`;
    const { viewState, swipe, size } = model;
    return [
      ...(state.elements && viewState.inspect
        ? [panelSection(model, 'Element', elementCard(state.elements, model))]
        : []),
      panelSection(
        model,
        'Swipe',
        html`<swipe-form
          .model=${model}
          .swipe=${swipe}
          .sent=${model.isSent}
          .viewState=${viewState}
          .size=${size}
        ></swipe-form>`,
      ),
      panelSection(model, 'Text', html`<text-form .model=${model}></text-form>`),
      panelSection(model, LOCATION, place),
      panelSection(model, 'Keyboard Shortcuts', keysHelp()),
      panelSection(
        model,
        'Log',
        html`<gesture-list
          .model=${model}
          .lines=${state.log}
          .replay=${state.replay}
          .viewState=${model.viewState}
        ></gesture-list>`,
      ),
      panelSection(
        model,
        'Mirroring',
        html`<mirror-list .model=${model} .lines=${state.mirrors}></mirror-list>`,
      ),
    ];
  }

  #situation({ icon, title, sentence, acts }: ScreenStatus): TemplateResult {
    return html`<div class="situation" role="status">
      <span class="codicon codicon-${icon}" aria-hidden="true"></span>
      <div>
        <h2>${title}</h2>
        <p>${sentence}</p>
      </div>
      ${acts.map(
        ({ act, label }) =>
          html`<button
            type="button"
            class="secondary-button"
            @click=${() => void this.#model.ask({ kind: 'act', act })}
          >
            ${label}
          </button>`,
      )}
    </div>`;
  }

  #failure(): TemplateResult | typeof nothing {
    const { failure } = this.#model;
    if (failure === undefined) return nothing;
    return html`<div class="failure" role="alert">
      <span class="codicon codicon-error" aria-hidden="true"></span>
      <p>${failure}</p>
      <button type="button" class="icon-button" aria-label="Dismiss" @click=${() => this.#model.dismiss()}>
        <span class="codicon codicon-close" aria-hidden="true"></span>
      </button>
    </div>`;
  }
}

function deviceKey({ device }: PanelState): string {
  return `${device.connectionId} ${device.id}`;
}

function keysHelp(): TemplateResult {
  return html`<dl class="keys-help" id="screen-help">
    ${HELP.map(
      ([key, act]) =>
        html`<dt>${key}</dt>
          <dd>${act}</dd>`,
    )}
  </dl>`;
}
