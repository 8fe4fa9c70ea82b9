import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { applyItem } from '../../deploy/applyItem.ts';
import { type DeployContext, deployContext } from '../../deploy/deployContext.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import { planPrune, type PrunedFlow, pruneFlow } from '../../deploy/pruneFlows.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import { planRecreation, type PlanItem } from '../../flow/deploy/planItem.ts';
import { explain } from '../../wording/explain.ts';
import { readFlowFiles, requireAll } from '../../validate/flowFiles.ts';
import {
  type ConnectionOptions,
  type OpenConnection,
  withConnection,
} from '../connection/chosenConnection.ts';
import type { DeployFormat, DriftPolicy } from '../sharedOptions.ts';
import { driftText, isDrift, pruneDriftText, pruneProblem } from './drift.ts';
import { isNamedFile, Project, readActions } from './project.ts';
import { type DeployedFlow, type VerificationResult, verifyFlow, type VerifyOptions } from './verifyFlow.ts';
import {
  type Deployment,
  formatDeployments,
  formatPlannedItems,
  isChange,
  isDone,
  type Pruning,
} from './formatDeploy.ts';

/** The rules of a deployment. */
interface Rules {
  /** True to allow flows to be deleted. */
  readonly allowDelete: boolean;
  readonly onDrift: DriftPolicy;
}

/** Options of a deployment. */
export interface DeployOptions extends ConnectionOptions, Rules {
  readonly files: readonly string[];
  readonly format: DeployFormat;
  /** True to carry out the plan. */
  readonly yes: boolean;
  /** True to link new files to flows of the same name. */
  readonly adopt: boolean;
  /** True to delete the flows of files that are gone. */
  readonly prune: boolean;
  /** The options for verifying the flows afterward; undefined if they are not verified. */
  readonly verification: VerifyOptions | undefined;
  /** The folder with the links of the files. */
  readonly root: string;
}

/** A plan, and a function that starts to carry it out. */
interface Plan {
  readonly items: readonly PlanItem[];
  readonly pruned: readonly PrunedFlow[];
  readonly begin: () => DeployContext;
}

/**
 * Plans a deployment and prints it, or carries it out and prints the result. Resolves to the exit code: 0 if nothing has
 * to change anymore or was only planned, 1 otherwise. With `check`, a plan with changes is 1. Throws InputError.
 */
export async function deployFlows(options: DeployOptions & { readonly check: boolean }): Promise<number> {
  const { files, format, check, yes, verification } = options;
  const flows = requireAll(await readFlowFiles(files));
  return withConnection(options, async opened => {
    const { items, pruned, begin } = await plan(opened, flows, options);
    const { name } = opened.connection;
    if (!yes) {
      const isOverwriting = options.onDrift === 'overwrite';
      process.stdout.write(`${formatPlannedItems(format, name, items, { pruned, isOverwriting })}\n`);
      const isRefused = items.some(({ action }) => action === 'refused');
      return isRefused || (check && (pruned.length > 0 || items.some(isChange))) ? 1 : 0;
    }
    const context = begin();
    const deployed = await carryOut(items, context, options);
    const deployments = verification ? await verifyAll(deployed, context, verification) : deployed;
    // A renamed file whose flow could not be created still has its former flow.
    const isPruning = deployed.every(isDone);
    const prunings: Pruning[] = [];
    for (const flow of pruned)
      prunings.push(isPruning ? await carryOutPruning(context, flow, options) : { flow, problem: UNPRUNED });
    process.stdout.write(`${formatDeployments(format, name, deployments, prunings)}\n`);
    return [...deployments, ...prunings].every(isDone) ? 0 : 1;
  });
}

const UNPRUNED = 'Nothing is deleted, because a file was not deployed.';

/** Verifies the deployed flows one after the other; what was not deployed is left out. */
async function verifyAll(
  deployments: readonly Deployment[],
  context: DeployContext,
  verification: VerifyOptions,
): Promise<readonly Deployment[]> {
  const verified: Deployment[] = [];
  for (const deployment of deployments) {
    const flow = deployedFlow(deployment);
    if (!flow) verified.push(deployment);
    else {
      const result = await verifyFlow(context, flow, verification).catch(
        (error: unknown): VerificationResult => ({
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
    key: item.key,
    flowId: outcome.flowId,
    isActive: isActive && outcome.result !== 'recreated',
    deviceCount: Array.isArray(deviceIds) ? deviceIds.length : 0,
  };
}

async function plan(
  { client, connection }: OpenConnection,
  flows: Awaited<ReturnType<typeof readFlowFiles>>,
  { root, files, adopt, prune }: DeployOptions,
): Promise<Plan> {
  const project = new Project(root);
  const paths = flows.map(({ file }) => resolve(file));
  await project.requireInside(paths);
  const linked = await project.links.all(connection.id);
  const missing = linked.filter(({ file }) => !existsSync(file));
  const catalog = await readActions(client);
  const read = createFlowSourceReader(catalog);
  const sources = flows.map(({ file, text }) => read(file, text, resolve(file)));
  const missingKeys = new Set(missing.map(({ file }) => file));
  const port = linkPort(project.links, connection.id, [...paths, ...missingKeys]);
  const begin = (): DeployContext => deployContext(client, port, catalog);
  const items = await planDeploy(begin(), sources, adopt ? { missing: missingKeys } : undefined);
  const others = linked.filter(({ file }) => !missingKeys.has(file)).map(({ link }) => link.flowId);
  const keptIds = new Set([...others, ...items.map(item => ('link' in item ? item.link.flowId : undefined))]);
  const gone = missing
    .filter(({ file }) => isNamedFile(file, files))
    .map(({ file, link }) => ({ key: file, path: relative('.', file), link }));
  const pruned = prune
    ? await planPrune(begin(), gone, new Set([...keptIds].filter(id => id !== undefined)))
    : [];
  return { items, pruned, begin };
}

async function carryOut(
  items: readonly PlanItem[],
  context: DeployContext,
  rules: Rules,
): Promise<readonly Deployment[]> {
  const deployments: Deployment[] = [];
  for (const item of items) {
    if (item.action === 'refused') {
      deployments.push({ item, problem: item.refusal });
      continue;
    }
    deployments.push(await carryOutItem(context, item, rules));
  }
  return deployments;
}

async function carryOutItem(
  context: DeployContext,
  item: Exclude<PlanItem, { readonly action: 'refused' }>,
  rules: Rules,
): Promise<Deployment> {
  if (isDrift(item) && rules.onDrift === 'fail') return { item, problem: driftText(item) };
  const deletes = item.action === 'recreate' || (item.leftovers ?? []).length > 0;
  if (deletes && !rules.allowDelete)
    return { item, problem: `This deletes a flow. ${item.reason ?? ''} Add --allow-delete to agree.` };
  try {
    const outcome = await applyItem(context, item);
    if (outcome.result !== 'stepsKept' || item.action !== 'update') return { item, outcome };
    // Only the attempt reveals that the service cannot replace steps; the flow is still unchanged.
    return await carryOutItem(context, planRecreation(item), rules);
  } catch (error) {
    return { item, problem: explain(error).summary };
  }
}

async function carryOutPruning(
  context: DeployContext,
  flow: PrunedFlow,
  { allowDelete, onDrift }: Rules,
): Promise<Pruning> {
  const drift = pruneDriftText(flow);
  if (drift !== undefined && onDrift === 'fail') return { flow, problem: pruneProblem(flow, drift) };
  if (flow.flows.length > 0 && !allowDelete)
    return { flow, problem: 'This deletes a flow. Add --allow-delete to agree.' };
  try {
    return { flow, outcome: await pruneFlow(context, flow) };
  } catch (error) {
    return { flow, problem: explain(error).summary };
  }
}
