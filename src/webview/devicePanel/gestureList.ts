import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { gestureText } from '../../flow/record/gestureText.ts';
import type { LogLine } from '../../protocol/devicePanel.ts';
import { PageElement } from '../common/element.ts';
import type { PanelModel } from './panelModel.ts';

const ICONS: Readonly<Record<LogLine['state'], string>> = {
  waiting: 'ellipsis',
  done: 'pass',
  failed: 'error',
};

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** What was done to the device, newest first. */
export class GestureList extends PageElement {
  static override properties: PropertyDeclarations = {
    model: { attribute: false },
    lines: { attribute: false },
  };

  declare model: PanelModel;
  declare lines: readonly LogLine[];

  protected override render(): TemplateResult {
    if (this.lines.length === 0) {
      return html`<p class="hint">Taps, swipes and keys are listed here as you do them.</p>`;
    }
    return html`<ol class="log">
        ${repeat(
          this.lines,
          line => line.number,
          line => this.#line(line),
        )}
      </ol>
      <button type="button" class="link-button" @click=${() => void this.model.ask({ kind: 'clearLog' })}>
        Clear the log
      </button>`;
  }

  #line({ state, gesture, at, ms, error, display }: LogLine): TemplateResult {
    const more = [
      clock.format(at),
      ...(display === 0 ? [] : [`display ${display}`]),
      ...(ms === undefined ? [] : [`answered in ${Math.round(ms)} ms`]),
    ];
    return html`<li class=${state}>
      <span class="codicon codicon-${ICONS[state]}" role="img" aria-label=${state}></span>
      <div>
        <p>${gestureText(gesture)}</p>
        ${error === undefined ? nothing : html`<p class="why">${error}</p>`}
        <p class="more">${more.join(' · ')}</p>
      </div>
    </li>`;
  }
}
