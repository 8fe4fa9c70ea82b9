import * as z from 'zod';
import { Uuid } from '../../contract/scalars.ts';
import { activateDeployed } from '../../deploy/activateDeployed.ts';
import { digest } from '../../deploy/digest.ts';
import { verifiedGraph } from '../../flow/compare/drift.ts';
import { requireUnchanged } from '../../deploy/requireUnchanged.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { type FlowMeaning, shownParams } from '../../flow/compare/flowMeaning.ts';
import { SecretMask } from '../../flow/trace/secretMask.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { token } from '../marked.ts';
import { flowLines, paidSteps, questionLine, quotedName } from '../questionText.ts';
import { connectionInput, FlowPath } from '../schemas.ts';
import { defineTool, type PreparedIntent, ToolError } from '../tool.ts';
import { deployContextOf, type Planned, requireDeployed, subjectOf } from './deployments.ts';
import { refuseOutsideRequests } from './outsideRequests.ts';

type Deployed = Planned & { readonly flowId: string };

/** Activates a flow. */
export const activateFlow = defineTool({
  name: 'activate_flow',
  title: 'Activate Flow',
  description:
    'Activate the deployed flow of a file, so that its trigger starts it. It needs a successful execution of exactly this flow: by default the last run_flow with verify; on a service pass its executionId from list_records. On a service, the user is asked first.',
  input: z.strictObject({ ...connectionInput, path: FlowPath, executionId: Uuid.optional() }),
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
    const { sandboxClient, catalog } = context.connection;
    const known = await catalog(context.signal);
    if (sandboxClient) refuseOutsideRequests(item.source.meaning.steps, known);
    const deployment = deployContextOf(context, known);
    const remote = item.action === 'unchanged' ? item.remote : undefined;
    await requireUnchanged(deployment, item.source.name, { flowId, remote, enabled: true });
    const graph = remote && verifiedGraph(remote, verificationExecutionId, digest);
    const { flow: data } = await activateDeployed(deployment, item, flowId, verificationExecutionId, graph);
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
  const { name, meaning } = item.source;
  // The flow of the service counts: it also has the settings that the file leaves out.
  const flow = item.action === 'unchanged' ? item.remote : undefined;
  const mask = secretsIn(flow ?? meaning);
  const lines = [
    ...flowLines(flow ?? meaning, catalog, text => mask.text(text)),
    ...(flow ? [] : ['This service cannot show its flow, so this describes the file.']),
  ];
  return {
    effects: paidSteps((flow ?? meaning).steps, catalog) > 0 ? ['activate', 'spend'] : ['activate'],
    question: {
      question: `Activate ${quotedName(name)} on ${questionLine(connection)}?`,
      // A secret of the flow can equal the name of a host or device, which the user must see.
      detail: ['From then on, the flow is started without asking.', ...lines].join('\n'),
      verb: 'Activate',
    },
    subject: subjectOf(item),
    prepared: item,
  };
}

/** Returns a mask with the secrets in the parameters of a flow. */
function secretsIn({ steps }: FlowMeaning, mask = new SecretMask()): SecretMask {
  for (const step of steps) {
    shownParams(step, secret => {
      mask.learn(secret);
      return HIDDEN;
    });
    secretsIn({ settings: {}, steps: step.children }, mask);
  }
  return mask;
}
