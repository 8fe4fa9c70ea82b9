import { html, type TemplateResult } from 'lit';
import { iconButton } from '../common/button.ts';
import { valueOf } from '../common/element.ts';
import type { TraceModel } from './traceModel.ts';

const LONGEST = 200;

/** Renders the search field above the steps: Enter goes to the next match, Shift+Enter to the previous one. */
export function traceFind(model: TraceModel): TemplateResult {
  const { query, found, row } = model;
  const isNone = query.trim() !== '' && found.length === 0;
  const at = found.findIndex(one => one.row === row?.key);
  const count =
    query.trim() === '' ? '' : isNone ? 'No results' : `${at < 0 ? '?' : at + 1} of ${found.length}`;
  const isDisabled = found.length === 0;
  return html`<div class="find" role="search" @keydown=${(event: KeyboardEvent) => pressKey(model, event)}>
    <input
      class=${isNone ? 'none' : ''}
      type="search"
      aria-label="Search steps, texts on screens, and logs"
      placeholder="Search steps, texts, logs"
      spellcheck="false"
      maxlength=${LONGEST}
      .value=${query}
      @input=${(event: Event) => model.find(valueOf(event))}
    />
    <span class="find-count ${isNone ? 'none' : ''}" role="status">${count}</span>
    ${iconButton('arrow-up', 'Previous match (Shift+Enter)', () => model.goToFound(-1), { isDisabled })}
    ${iconButton('arrow-down', 'Next match (Enter)', () => model.goToFound(1), { isDisabled })}
  </div>`;
}

function pressKey(model: TraceModel, event: KeyboardEvent): void {
  if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
  if (event.key === 'Enter') model.goToFound(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape') model.find('');
  else return;
  event.preventDefault();
}
