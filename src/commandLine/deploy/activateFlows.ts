import { resolve } from 'node:path';
import { activateDeployed } from '../../deploy/activateDeployed.ts';
import { type DeployContext, deployContext } from '../../deploy/deployContext.ts';
import { digest } from '../../deploy/digest.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import { requireUnchanged } from '../../deploy/requireUnchanged.ts';
import { verifiedGraph } from '../../flow/compare/drift.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import type { PlanItem } from '../../flow/deploy/planItem.ts';
import { readFlowFiles, requireAll } from '../../validate/flowFiles.ts';
import { InputError } from '../../validate/inputFile.ts';
import { explain } from '../../wording/explain.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import type { DeployFormat } from '../sharedOptions.ts';
import { type DeployLine, printLines } from './formatDeploy.ts';
import { Project, readActions } from './project.ts';

/** The flows to activate. */
export interface ActivateOptions extends ConnectionOptions {
  readonly files: readonly string[];
  /** A successful execution of the flow; undefined for the one that has verified it last. */
  readonly execution: string | undefined;
  readonly format: DeployFormat;
  /** The folder with the links of the files. */
  readonly root: string;
}

/** Activates the flows of files and prints the result. Resolves to the exit code: 1 if one is not active. Throws InputError. */
export async function activateFlows(options: ActivateOptions): Promise<number> {
  const { files, execution, format, root } = options;
  const flows = requireAll(await readFlowFiles(files));
  if (execution !== undefined && flows.length > 1)
    throw new InputError('An execution belongs to one flow. Name one file with --execution.');
  return withConnection(options, async ({ client, connection }) => {
    const project = new Project(root);
    const paths = flows.map(({ file }) => resolve(file));
    await project.requireInside(paths);
    const catalog = await readActions(client);
    const read = createFlowSourceReader(catalog);
    const sources = flows.map(({ file, text }) => read(file, text, resolve(file)));
    const context = deployContext(client, linkPort(project.links, connection.id, paths), catalog);
    const lines: DeployLine[] = [];
    for (const item of await planDeploy(context, sources))
      lines.push(await activate(context, item, execution));
    return printLines(format, `Activation on ${connection.name}`, lines);
  });
}

async function activate(
  context: DeployContext,
  item: PlanItem,
  execution: string | undefined,
): Promise<DeployLine> {
  const { path } = item;
  const line = { path, action: 'activate' };
  const fail = (problem: string): DeployLine => ({ ...line, state: 'not done', problem, notes: [problem] });
  if (item.action === 'refused') return fail(item.refusal);
  if (item.action !== 'unchanged')
    return fail('The flow on the service is not the same as the file. Deploy the file first.');
  const { flowId, remote, link, source } = item;
  if (item.enabled === true) return { ...line, state: 'active already', flowId, notes: [] };
  const executionId = execution ?? link.verified?.executionId;
  if (executionId === undefined)
    return fail(
      'No execution has verified the flow. Name a successful one with --execution, or run deploy --verify.',
    );
  try {
    await requireUnchanged(context, source.name, { flowId, remote, enabled: true });
    const graph = remote && verifiedGraph(remote, executionId, digest);
    const { flow, note } = await activateDeployed(context, item, flowId, executionId, graph);
    if (flow.enabled === false)
      return fail('The service accepted the execution but did not enable the flow.');
    return { ...line, state: 'active', flowId, executionId, notes: note === undefined ? [] : [note] };
  } catch (error) {
    return fail(explain(error).summary);
  }
}
