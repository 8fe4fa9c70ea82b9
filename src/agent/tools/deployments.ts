import { deployContext, type DeployContext } from '../../deploy/deployContext.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import type { PlanItem } from '../../flow/deploy/planItem.ts';
import { plainText } from '../../util/plainText.ts';
import { secretsOf } from '../flowText.ts';
import { type ToolContext, ToolError } from '../tool.ts';
import { requireFlow } from './flowFiles.ts';

/** A planned item that is not refused. */
export type Planned = Exclude<PlanItem, { readonly action: 'refused' }>;

/** Creates the context of planning or applying a deployment to the connection of a call. */
export function contextOf({ connection, files, signal }: ToolContext, catalog: FlowCatalog): DeployContext {
  return deployContext(connection.client, files.links(connection.id), catalog, signal);
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
    const text = await requireFlow(context.files, path);
    const source = readSource(path, text);
    sources.push(
      'refusal' in source ? { ...source, refusal: secretsOf(text, catalog).text(source.refusal) } : source,
    );
  }
  return planDeploy(contextOf(context, catalog), sources);
}

/** Plans the deployment of one flow file. Throws ToolError if the file has errors. */
export async function planFile(path: string, context: ToolContext): Promise<Planned> {
  const [item] = await planFiles([path], context);
  if (!item || item.action === 'refused')
    throw new ToolError(
      `${path} cannot be deployed. ${plainText(item?.refusal ?? '', 300)} Call check_flow and correct it with edit_flow.`,
    );
  return item;
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
