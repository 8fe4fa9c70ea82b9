import { deployContext, type DeployContext } from '../../deploy/deployContext.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import { flowText } from '../../flow/compare/canonicalText.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import type { PlanItem } from '../../flow/deploy/planItem.ts';
import { secretsOf } from '../flowText.ts';
import { markIfAny } from '../marked.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { requireFlowText } from './flowFiles.ts';

/** A planned item that is not refused. */
export type Planned = Exclude<PlanItem, { readonly action: 'refused' }>;

/** Creates the context of planning or applying a deployment to the connection of a call. */
export function deployContextOf(
  { connection, files, signal }: ToolContext,
  catalog: FlowCatalog,
): DeployContext {
  const context = deployContext(connection.client, files.links(connection.id), catalog, signal);
  // The sandbox really sends the requests of a flow, so an agent could send out what it has read.
  return connection.sandboxClient
    ? { ...context, options: { ...context.options, isConfined: true } }
    : context;
}

/** Plans the deployment of flow files, with read requests only. Refusals do not show secrets of the files. */
export async function planFiles(
  paths: readonly string[],
  context: ToolContext,
): Promise<readonly PlanItem[]> {
  const catalog = await context.connection.catalog(context.signal);
  const readSource = createFlowSourceReader(catalog);
  const sources = [];
  for (const path of paths) {
    const text = await requireFlowText(context.files, path);
    const source = readSource(path, text);
    sources.push(
      'refusal' in source ? { ...source, refusal: secretsOf(text, catalog).text(source.refusal) } : source,
    );
  }
  return planDeploy(deployContextOf(context, catalog), sources);
}

/** Plans the deployment of one flow file. Throws ToolError if the file has errors. */
export async function planFile(path: string, context: ToolContext): Promise<Planned> {
  const [item] = await planFiles([path], context);
  if (!item || item.action === 'refused')
    throw new ToolError(
      `${path} cannot be deployed. Call check_flow and correct it with edit_flow.`,
      markIfAny('file', item?.refusal, 300),
    );
  return item;
}

/** Returns everything that a plan knows about a file and its flow, as a text that is equal only for equal plans. */
export function subjectOf(item: Planned): string {
  const { action, source, link, leftovers = [] } = item;
  const remote = 'remote' in item && item.remote ? flowText(item.remote) : null;
  const enabled = 'enabled' in item ? item.enabled : null;
  const seen = leftovers.map(flow => [flow.flowId, flow.enabled, flow.remote ? flowText(flow.remote) : null]);
  return JSON.stringify([action, flowText(source.meaning), link, remote, enabled ?? null, seen]);
}

/** Returns the ID of the flow that is the same as a file. Throws ToolError if the file must be deployed first. */
export async function requireDeployed(
  path: string,
  context: ToolContext,
): Promise<Planned & { flowId: string }> {
  const item = await planFile(path, context);
  if (item.action === 'unchanged') return item;
  throw new ToolError(
    `The flow on “${context.connection.name}” is not the same as ${path}. Call deploy_flow first.`,
  );
}
