import type { FlowCatalog } from '../../flow/catalog.ts';
import type { StepMeaning } from '../../flow/compare/flowMeaning.ts';
import { isThisComputer } from '../../util/publicAddress.ts';
import { ToolError } from '../tool.ts';

/**
 * Throws ToolError if a step sends a request to another computer. The sandbox really sends it, so an agent could send
 * out what it has read. An address with an expression is known only during the run, so it is refused, too.
 */
export function refuseOutsideRequests(
  steps: readonly StepMeaning[],
  catalog: Pick<FlowCatalog, 'action'>,
): void {
  for (const { actionId, params, children } of steps) {
    const isRequest = catalog.action(actionId)?.method === 'webhooks.request';
    if (isRequest && !callsThisComputer(params['url']))
      throw new ToolError(
        'A step of this flow sends a request to another computer, or to an address that is known only during the run. Agents may not do that in the sandbox. Ask the user to do it in the editor.',
      );
    refuseOutsideRequests(children, catalog);
  }
}

function callsThisComputer(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && isThisComputer(new URL(url).hostname);
}
