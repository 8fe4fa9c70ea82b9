import { html, nothing, type TemplateResult } from 'lit';
import type { StepDetails } from '../../protocol/flowEditor.ts';
import { valueTree } from '../common/valueTree.ts';

type Nodes = StepDetails['attempts'][number]['output'];

/** The number of results up to which their outputs are shown unfolded. */
const MOST_OPEN = 3;

/** Renders the output of a step as a list of names and values. */
export function outputView(nodes: Nodes, results: number): TemplateResult | typeof nothing {
  if (nodes.length === 0) return nothing;
  return html`<details class="output" ?open=${results <= MOST_OPEN}>
    <summary>Output</summary>
    ${valueTree(nodes)}
  </details>`;
}
