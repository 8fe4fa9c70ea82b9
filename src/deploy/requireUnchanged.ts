import { flowText } from '../flow/compare/canonicalText.ts';
import type { FlowMeaning } from '../flow/compare/flowMeaning.ts';
import type { SeenFlow } from '../flow/deploy/planItem.ts';
import type { DeployContext } from './deployContext.ts';
import { digest } from './digest.ts';
import { readRemoteFlow } from './remoteFlow.ts';

/**
 * Reads a flow again right before a write, and rejects if it differs from the plan or has since been enabled.
 * `settings` ignores the steps, for use right after they were replaced.
 */
export async function requireUnchanged(
  { client, catalog, options }: DeployContext,
  name: string,
  { flowId, remote, enabled }: SeenFlow,
  part: 'all' | 'settings' = 'all',
): Promise<void> {
  if (!remote) return;
  const now = await readRemoteFlow(client, flowId, catalog, options);
  const textOf = (flow: FlowMeaning): string =>
    digest(flowText(part === 'all' ? flow : { ...flow, steps: [] }));
  // The write itself reports a missing flow.
  if (now.kind !== 'found') return;
  if (textOf(now.meaning) === textOf(remote) && (!now.enabled || enabled === true)) return;
  const what = part === 'all' ? 'it was left as it is' : 'only its steps were replaced';
  throw new Error(
    `“${name}” was changed on the service since the plan was made, so ${what}. Run the command again to see what changed.`,
  );
}
