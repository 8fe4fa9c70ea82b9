import type { Execution } from '../contract/records/execution.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { type Choice, chooseId, done } from './ask.ts';
import { chooseFlow } from './chooseFlow.ts';
import type { Services } from './services.ts';

const SHOWN = 20;

/**
 * Enables a flow with an execution that verifies it (spec 4.5): one of its latest successful ones, or an id
 * that the person pastes.
 */
export async function activateFlow(services: Services, argument?: unknown): Promise<void> {
  const flow = await chooseFlow(services, 'Activate Flow (1/2): Flow', argument);
  if (!flow) return;
  const title = 'Activate Flow (2/2): Successful Execution';
  const verificationExecutionId = await chooseId(title, successes(services, flow.id));
  if (verificationExecutionId === undefined) return;
  const client = await services.session.client();
  await client.activateFlow({ params: { flowId: flow.id }, body: { verificationExecutionId } });
  done(`“${flow.name}” is enabled.`);
  await services.flows.refresh();
}

async function successes({ session }: Services, flowId: string): Promise<Choice[]> {
  const client = await session.client();
  const { value } = await client.listExecutions({
    query: { flowId, status: 'success', pageSize: SHOWN, orderBy: 'startedAt', orderByDirection: 'desc' },
  });
  return (value.items ?? []).map(choice);
}

function choice({ id, startedAt, kind, triggerName }: Execution): Choice {
  return {
    id,
    label: startedAt ? relativeTimestamp(startedAt, Date.now()) : id,
    description: [kind === 'dry_run' ? 'trial' : kind, triggerName].filter(Boolean).join(' · '),
    detail: id,
  };
}
