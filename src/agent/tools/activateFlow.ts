import * as z from 'zod';
import { Uuid } from '../../contract/scalars.ts';
import { readGraph } from '../../deploy/remoteFlow.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { findNamed } from '../../flow/referenceKind.ts';
import { isObject } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import type { Effect } from '../policy.ts';
import { token } from '../marked.ts';
import { connectionInput, FlowPath } from '../schemas.ts';
import { defineTool, type PreparedIntent, type ToolContext, ToolError } from '../tool.ts';
import { type Planned, requireDeployed } from './deployments.ts';
import { refuseOutsideRequests } from './outsideRequests.ts';

/** The methods of actions whose runs use a language model. */
const PAID = /^(?:task|agent)\./;

type Deployed = Planned & { readonly flowId: string };

/** Activates a flow. */
export const activateFlow = defineTool({
  name: 'activate_flow',
  title: 'Activate Flow',
  description:
    'Activate the deployed flow of a file, so that its trigger starts it. It needs a successful execution of exactly this flow: by default the last run_flow with verify; on a service pass its executionId from list_records. On a service, the user is asked first.',
  input: z.object({ ...connectionInput, path: FlowPath, executionId: Uuid.optional() }),
  output: z.object({
    flowId: z.string(),
    enabled: z.boolean(),
    verificationExecutionId: z.string(),
  }),
  effects: ['activate', 'spend'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  intend: async ({ path }, context): Promise<PreparedIntent<Deployed>> => {
    const item = await requireDeployed(path, context);
    return intentOf(item, await context.connection.catalog(context.signal), context.connection.name);
  },
  run: async ({ path, executionId }, context, prepared) => {
    const item = prepared ?? (await requireDeployed(path, context));
    const { flowId, link } = item;
    const verificationExecutionId = executionId ?? link.verified?.executionId;
    if (verificationExecutionId === undefined)
      throw new ToolError(
        context.connection.sandboxClient
          ? `No execution has verified ${path}. Call run_flow with verify first.`
          : 'Pass the executionId of a successful execution of this flow; list_records with kind executions has it.',
      );
    const { client, sandboxClient, catalog } = context.connection;
    if (sandboxClient) refuseOutsideRequests(item.source.meaning.steps, await catalog(context.signal));
    const body = { verificationExecutionId };
    const { data } = (await client.activateFlow({ params: { flowId }, body }, { signal: context.signal }))
      .value;
    await remember(item, verificationExecutionId, context);
    return {
      output: {
        flowId: token(data.id) ?? '',
        enabled: data.enabled === true,
        verificationExecutionId,
      },
    };
  },
});

function intentOf(item: Deployed, catalog: FlowCatalog, connection: string): PreparedIntent<Deployed> {
  const { name, body } = item.source;
  const trigger = findNamed('trigger', String(body['triggerId']), catalog);
  const devices = Array.isArray(body['deviceIds']) ? body['deviceIds'].length : 0;
  const paid = paidSteps(body['actions'], catalog);
  const effects: Effect[] = paid > 0 ? ['activate', 'spend'] : ['activate'];
  const lines = [
    `From then on it is started ${trigger ? `by the trigger “${plainText(trigger.name, 100)}”` : 'by its trigger'}, on ${devices === 1 ? '1 device' : `${devices} devices`}.`,
    ...(paid > 0
      ? [
          `${paid === 1 ? '1 step uses' : `${paid} steps use`} a language model, which costs money with every run.`,
        ]
      : []),
  ];
  return {
    effects,
    question: {
      question: `Activate “${plainText(name, 100)}” on ${connection}?`,
      detail: lines.join('\n'),
      verb: 'Activate',
    },
    prepared: item,
  };
}

function paidSteps(entries: unknown, catalog: FlowCatalog): number {
  if (!Array.isArray(entries)) return 0;
  return entries.filter(isObject).reduce((count, entry) => {
    const action = catalog.action(String(entry['actionId']));
    return count + (PAID.test(action?.method ?? '') ? 1 : 0) + paidSteps(entry['children'], catalog);
  }, 0);
}

/** Stores which execution has verified a file, since the service has accepted it. */
async function remember(
  { path, flowId }: Deployed,
  executionId: string,
  { connection, files, signal }: ToolContext,
): Promise<void> {
  const graph = await readGraph(connection.client, flowId, await connection.catalog(signal), { signal });
  if (!graph) return;
  await files
    .links(connection.id)
    .update(path, link =>
      link?.flowId === flowId ? { ...link, verified: { executionId, ...graph } } : link,
    );
}
