import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type OpenTrace, type StepEvidence, TRACE_TABS, type TraceTab } from '../../protocol/traceViewer.ts';
import { codicon } from '../common/button.ts';
import { closestTo } from '../common/element.ts';
import { valueTree } from '../common/valueTree.ts';
import type { TraceModel } from './traceModel.ts';

const LABELS: Readonly<Record<TraceTab, string>> = {
  params: 'Parameters',
  output: 'Output',
  requests: 'Requests',
  happened: 'Mail and Events',
  log: 'Log',
};
const EMPTY: Readonly<Record<TraceTab, string>> = {
  params: 'The step has no parameters.',
  output: 'The step has no output.',
  requests: 'The step sent no requests.',
  happened: 'No mail and no events arrived during the step.',
  log: 'The step wrote nothing to the log.',
};
/** The empty states of evidence that the service did not provide. */
const NOT_PROVIDED: Readonly<Record<TraceTab, string>> = {
  ...EMPTY,
  params: 'The service did not provide parameters.',
  requests: 'The service did not provide requests.',
  happened: 'The service did not provide mail and events.',
};
/** The empty state of a step that did not run. */
const NOT_RUN = 'The step did not run.';

/** Renders the tabs with the evidence of a step. */
export function evidenceTabs(
  model: TraceModel,
  { missing }: OpenTrace,
  evidence: StepEvidence,
): TemplateResult {
  const { tab } = model;
  return html`<div
      role="tablist"
      class="tabs"
      aria-label="Evidence"
      @keydown=${(event: KeyboardEvent) => moveTab(model, event)}
    >
      ${TRACE_TABS.map(name => {
        const count = countOf(evidence, name);
        return html`<button
          type="button"
          role="tab"
          id="tab-${name}"
          aria-selected=${name === tab}
          aria-controls="evidence"
          tabindex=${name === tab ? 0 : -1}
          data-tab=${name}
          @click=${() => model.showTab(name)}
        >
          ${LABELS[name]}${count === 0 ? nothing : html` <span class="badge">${count}</span>`}
        </button>`;
      })}
    </div>
    <div role="tabpanel" id="evidence" class="evidence" tabindex="0" aria-labelledby="tab-${tab}">
      ${contentOf(evidence, tab) ?? emptyView(evidence, tab, missing.includes(tab))}
    </div>`;
}

function moveTab(model: TraceModel, event: KeyboardEvent): void {
  const at = TRACE_TABS.indexOf(model.tab);
  const last = TRACE_TABS.length - 1;
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const tab = TRACE_TABS[to[event.key] ?? -1];
  if (!tab) return;
  event.preventDefault();
  model.showTab(tab);
  closestTo(event, '[role=tablist]')?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
}

/** Returns the number of entries of a tab; 0 for one without entries to count. */
function countOf({ requests, happened, log }: StepEvidence, tab: TraceTab): number {
  if (tab === 'requests') return requests.length;
  if (tab === 'happened') return happened.length;
  return tab === 'log' ? log.length : 0;
}

function emptyView({ state }: StepEvidence, tab: TraceTab, isMissing: boolean): TemplateResult {
  const isSkipped = state === 'skipped' && tab !== 'params';
  return html`<p class="empty-tab">${isSkipped ? NOT_RUN : isMissing ? NOT_PROVIDED[tab] : EMPTY[tab]}</p>`;
}

function contentOf(evidence: StepEvidence, tab: TraceTab): TemplateResult | undefined {
  const { params, output, requests, happened, log } = evidence;
  switch (tab) {
    case 'params':
      return params.length === 0 ? undefined : html`<div class="values">${valueTree(params)}</div>`;
    case 'output':
      return output.length === 0 ? undefined : html`<div class="values">${valueTree(output)}</div>`;
    case 'requests':
      return requests.length === 0 ? undefined : requestList(requests);
    case 'happened':
      return happened.length === 0 ? undefined : eventList(happened);
    case 'log':
      return log.length === 0
        ? undefined
        : html`<ol class="log">
            ${repeat(
              log,
              (_, index) => index,
              line => html`<li>${line}</li>`,
            )}
          </ol>`;
  }
}

function requestList(requests: StepEvidence['requests']): TemplateResult {
  return html`<ul class="entries">
    ${requests.map(
      ({ title, status, isFailed, time, nodes }) =>
        html`<li>
          <p class="entry-title">
            ${codicon(isFailed ? 'error' : 'pass')}
            <span class="entry-name">${title}</span>
            <span class="entry-status">${status}</span>
            <span class="time">${time}</span>
          </p>
          <div class="values">${valueTree(nodes)}</div>
        </li>`,
    )}
  </ul>`;
}

function eventList(happened: StepEvidence['happened']): TemplateResult {
  return html`<ul class="entries">
    ${happened.map(
      ({ kind, title, detail, nodes }) =>
        html`<li>
          <p class="entry-title">
            ${codicon(kind === 'mail' ? 'mail' : 'zap')}
            <span class="visually-hidden">${kind === 'mail' ? 'Mail' : 'Event'}</span>
            <span class="entry-name">${title}</span>
            <span class="entry-status">${detail}</span>
          </p>
          ${nodes.length === 0 ? nothing : html`<div class="values">${valueTree(nodes)}</div>`}
        </li>`,
    )}
  </ul>`;
}
