import '@vscode-elements/elements/dist/vscode-button/vscode-button.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PanelState, Situation } from '../../protocol/devicePanel.ts';
import { PageElement } from '../common/element.ts';
import { PanelModel } from './panelModel.ts';
import { LOCATION } from './place/devicePlace.ts';
import { panelSection } from './panelSection.ts';

const BUTTONS = [
  { button: 'back', label: 'Back', icon: 'arrow-left' },
  { button: 'home', label: 'Home', icon: 'circle-large' },
  { button: 'recents', label: 'Recents', icon: 'primitive-square' },
] as const;

/** The whole page: the screen with its buttons, and the sections beside it. */
export class DevicePanel extends PageElement {
  readonly #model = new PanelModel(() => this.requestUpdate());

  protected override render(): TemplateResult {
    const { state, spoken } = this.#model;
    return html`${
        state ? this.#page(state) : html`<div class="loading" role="status">Reading the device…</div>`
      }
      <div class="visually-hidden" role="status" aria-live="polite">${spoken}</div>`;
  }

  #page(state: PanelState): TemplateResult {
    const model = this.#model;
    return html`<header class="top">
        <h1>${state.device.name}</h1>
        <span class="more">${state.device.state}</span>
      </header>
      <main>
        <section class="phone" aria-label="Screen">
          ${state.situation ? this.#situation(state.situation) : nothing}
          <device-screen .model=${model} .state=${state} .look=${model.look}></device-screen>
          <div class="keys" role="group" aria-label="Buttons of the device">
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
          ${this.#failure()}
        </section>
        <aside aria-label="Tools">${this.#sections(state)}</aside>
      </main>`;
  }

  /** The column beside the screen; a section is an element of its own in a file of its own. */
  #sections(state: PanelState): TemplateResult[] {
    const model = this.#model;
    const place = html`<device-place
      .model=${model}
      .state=${state.place}
      .opened=${!model.look.folded.includes(LOCATION)}
      .missing=${state.lacks.includes('geo')}
      .look=${model.look}
    ></device-place>`;
    return [
      panelSection(model, LOCATION, place),
      panelSection(model, 'Log', html`<gesture-list .model=${model} .lines=${state.log}></gesture-list>`),
    ];
  }

  #situation({ icon, title, sentence, acts }: Situation): TemplateResult {
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
