import { relative, resolve, sep } from 'node:path';
import { collect, pages } from '../../client/pages.ts';
import { applyItem } from '../../deploy/applyItem.ts';
import { type DeployContext, deployContext } from '../../deploy/deployContext.ts';
import { FolderLinks } from '../../deploy/folderLinks.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { LinksFile } from '../../deploy/linksFile.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import { createCatalog, type FlowCatalog } from '../../flow/catalog.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import { isLinkKey } from '../../flow/deploy/linksText.ts';
import { planRecreation, type PlanItem } from '../../flow/deploy/planItem.ts';
import { explain } from '../../wording/explain.ts';
import { readFlowFiles, requireAll } from '../../validate/flowFiles.ts';
import { InputError } from '../../validate/inputFile.ts';
import {
  type ConnectionOptions,
  openConnection,
  type OpenConnection,
} from '../connection/chosenConnection.ts';
import { type DeployedFlow, type Verified, verifyFlow, type VerifyOptions } from './verifyFlow.ts';
import {
  type DeployFormat,
  type Deployment,
  formatDeployments,
  formatPlannedItems,
  isDone,
} from './formatDeploy.ts';

/** Options of a deployment. */
export interface DeployOptions extends ConnectionOptions {
  readonly files: readonly string[];
  readonly format: DeployFormat;
  /** True to carry out the plan. */
  readonly yes: boolean;
  /** True to allow flows to be deleted, which are replaced by others. */
  readonly allowDelete: boolean;
  /** The options for verifying the flows afterward; undefined if they are not verified. */
  readonly verification: VerifyOptions | undefined;
  /** The folder with the links of the files. */
  readonly root: string;
}

const PAGE = { query: { pageSize: 100 } };
const MAX_ACTIONS = 100_000;

/**
 * Plans a deployment and prints it, or carries it out and prints the result. Resolves to the exit code: 0 if nothing has
 * to change anymore or was only planned, 1 otherwise. With `check`, a plan with changes is 1. Throws InputError.
 */
export async function deployFlows(options: DeployOptions & { readonly check: boolean }): Promise<number> {
  const { files, format, root, check, yes, allowDelete, verification } = options;
  const flows = requireAll(await readFlowFiles(files));
  const opened = await openConnection(options);
  try {
    const { items, begin } = await plan(opened, flows, root);
    const { name } = opened.connection;
    if (!yes) {
      process.stdout.write(`${formatPlannedItems(format, name, items)}\n`);
      const isRefused = items.some(({ action }) => action === 'refused');
      return isRefused || (check && items.some(isChange)) ? 1 : 0;
    }
    const context = begin();
    const deployed = await carryOut(items, context, allowDelete);
    const deployments = verification ? await verifyAll(deployed, context, verification) : deployed;
    process.stdout.write(`${formatDeployments(format, name, deployments)}\n`);
    return deployments.every(isDone) ? 0 : 1;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(explain(error).summary);
  } finally {
    await opened.close();
  }
}

/** Verifies the deployed flows one after the other; what was not deployed is left out. */
async function verifyAll(
  deployments: readonly Deployment[],
  { client, options }: DeployContext,
  verification: VerifyOptions,
): Promise<readonly Deployment[]> {
  const verified: Deployment[] = [];
  for (const deployment of deployments) {
    const flow = deployedFlow(deployment);
    if (!flow) verified.push(deployment);
    else {
      const result = await verifyFlow(client, flow, verification, options).catch(
        (error: unknown): Verified => ({
          states: [],
          problem: `The verification failed. ${explain(error).summary}`,
        }),
      );
      verified.push({ ...deployment, verified: result });
    }
  }
  return verified;
}

/** Returns what the plan and its result say about a flow; undefined if it was not deployed. */
function deployedFlow({ item, outcome }: Deployment): DeployedFlow | undefined {
  if (!outcome || outcome.result === 'stepsKept' || item.action === 'refused') return undefined;
  const { deviceIds } = item.source.meaning.settings;
  // A flow is created disabled, and an update does not change that.
  const isActive = (item.action === 'update' || item.action === 'unchanged') && item.enabled === true;
  return {
    flowId: outcome.flowId,
    isActive: isActive && outcome.result !== 'recreated',
    deviceCount: Array.isArray(deviceIds) ? deviceIds.length : 0,
  };
}

/** True if a plan changes something on the service. */
function isChange({ action, ...item }: PlanItem): boolean {
  return action !== 'unchanged' || ('leftovers' in item && (item.leftovers ?? []).length > 0);
}

async function plan(
  { client, connection }: OpenConnection,
  flows: Awaited<ReturnType<typeof readFlowFiles>>,
  root: string,
): Promise<{ readonly items: readonly PlanItem[]; readonly begin: () => DeployContext }> {
  const folder = {
    storage: new LinksFile(resolve(root)),
    keyOf: (file: string) => {
      const key = relative(resolve(root), file).split(sep).join('/');
      return isLinkKey(key) ? key : undefined;
    },
    fileOf: (key: string) => resolve(root, key),
  };
  const links = new FolderLinks<string>(
    () => [folder],
    file => relative('.', file),
  );
  const paths = flows.map(({ file }) => resolve(file));
  for (const path of paths)
    if (!(await folder.storage.isInside(folder.keyOf(path) ?? '')))
      throw new InputError(
        `${relative('.', path)} is not a *.flow.json file in the folder ${root}. Name the folder of the project with --root.`,
      );
  const catalog: FlowCatalog = createCatalog(await collect(pages(client.listActions, PAGE), MAX_ACTIONS));
  const read = createFlowSourceReader(catalog);
  const sources = flows.map(({ file, text }) => read(file, text, resolve(file)));
  const begin = (): DeployContext => deployContext(client, linkPort(links, connection.id, paths), catalog);
  return { items: await planDeploy(begin(), sources), begin };
}

async function carryOut(
  items: readonly PlanItem[],
  context: DeployContext,
  allowDelete: boolean,
): Promise<readonly Deployment[]> {
  const deployments: Deployment[] = [];
  for (const item of items) {
    if (item.action === 'refused') {
      deployments.push({ item, problem: item.refusal });
      continue;
    }
    deployments.push(await carryOutItem(context, item, allowDelete));
  }
  return deployments;
}

async function carryOutItem(
  context: DeployContext,
  item: Exclude<PlanItem, { readonly action: 'refused' }>,
  allowDelete: boolean,
): Promise<Deployment> {
  const deletes = item.action === 'recreate' || (item.leftovers ?? []).length > 0;
  if (deletes && !allowDelete)
    return { item, problem: `This deletes a flow. ${item.reason ?? ''} Add --allow-delete to agree.` };
  try {
    const outcome = await applyItem(context, item);
    if (outcome.result !== 'stepsKept' || item.action !== 'update') return { item, outcome };
    // Only the attempt reveals that the service cannot replace steps; the flow is still unchanged.
    return await carryOutItem(context, planRecreation(item), allowDelete);
  } catch (error) {
    return { item, problem: explain(error).summary };
  }
}
