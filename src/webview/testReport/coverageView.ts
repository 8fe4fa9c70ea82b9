import { html, nothing, type TemplateResult } from 'lit';
import {
  isCompletelyCovered,
  percentOf,
  type ReportPage,
  type ReportPageCoverage,
} from '../../protocol/testReport.ts';
import { codicon } from '../common/button.ts';
import { COVERAGE_FRAGMENT } from './reportModel.ts';

type Coverage = NonNullable<ReportPage['coverage']>;
type Share = ReportPageCoverage['steps'];

/** The maximum number of steps that are listed for a flow file. */
const MAX_GAPS = 200;

/** Renders a link to the coverage, with the share of steps that ran. */
export function coverageLink({ all: { steps } }: Coverage): TemplateResult {
  return html`<a class="coverage-link" href=${COVERAGE_FRAGMENT}
    >Coverage <span class="count">${percentText(steps)}</span></a
  >`;
}

/** Renders the table of the coverage: for each flow file the shares, and below them what did not run. */
export function coverageTable({ all, files }: Coverage): TemplateResult {
  return html`<table class="coverage">
    <thead>
      <tr>
        <th scope="col">Flow</th>
        <th scope="col">Steps</th>
        <th scope="col">Branches</th>
        <th scope="col">Rounds</th>
      </tr>
    </thead>
    <tbody class="all">
      ${shareRow(all, html`<span>${all.file}</span>`)}
    </tbody>
    ${files.map(
      file =>
        html`<tbody>
          ${shareRow(file, html`<code>${file.file}</code>`)} ${gapRow(file)}
        </tbody>`,
    )}
  </table>`;
}

function shareRow(coverage: ReportPageCoverage, title: TemplateResult): TemplateResult {
  const { steps, branches, rounds } = coverage;
  const isComplete = isCompletelyCovered(coverage);
  return html`<tr>
    <th scope="row">
      <div class="flow">
        <span class=${isComplete ? 'passed' : 'skipped'}
          >${codicon(`${isComplete ? 'pass' : 'circle-large'} outcome`)}</span
        >
        ${title}${isComplete ? html`<span class="visually-hidden">, complete</span>` : nothing}
      </div>
    </th>
    <td>${shareOf(steps)}</td>
    <td>${shareOf(branches)}</td>
    <td>${rounds ?? '–'}</td>
  </tr>`;
}

function gapRow({ gaps }: ReportPageCoverage): TemplateResult | typeof nothing {
  if (gaps.length === 0) return nothing;
  const more = gaps.length - MAX_GAPS;
  return html`<tr class="gaps">
    <td colspan="4">
      <p>Did not run:</p>
      <ul>
        ${gaps.slice(0, MAX_GAPS).map(
          ({ number, name = '', line, sides }) =>
            html`<li>
              ${number} ${name}${sides.length === 0 ? '' : ` (${sides.join(', ')})`}
              <span class="time">line ${line}</span>
            </li>`,
        )}
        ${more > 0 ? html`<li>and ${more} more</li>` : nothing}
      </ul>
    </td>
  </tr>`;
}

function shareOf(share: Share): TemplateResult | string {
  if (share.all === 0) return '–';
  return html`${share.ran} of ${share.all} <span class="count">${percentText(share)}</span>`;
}

function percentText(share: Share): string {
  return share.all === 0 ? '' : `${percentOf(share)}%`;
}
