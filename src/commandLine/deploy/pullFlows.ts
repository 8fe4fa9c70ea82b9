import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Client } from '../../client/client.ts';
import { isGone } from '../../deploy/remoteFlow.ts';
import { pullInto, type PullTarget } from '../../deploy/pullInto.ts';
import { readFlowBody } from '../../deploy/readFlowBody.ts';
import { writableFlow } from '../../deploy/writableFlow.ts';
import { changeText } from '../../files/changeFile.ts';
import { nodeDisk } from '../../files/disk.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import type { FlowDifference } from '../../flow/compare/difference.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { relink } from '../../flow/deploy/flowLink.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { isNotFound } from '../../util/errors.ts';
import { InputError, readText } from '../../validate/inputFile.ts';
import { explain } from '../../wording/explain.ts';
import { type ConnectionOptions, withConnection } from '../connection/chosenConnection.ts';
import type { DeployFormat } from '../sharedOptions.ts';
import { type DeployLine, printLines } from './formatDeploy.ts';
import { isFolder, isNamedFile, Project, readActions } from './project.ts';

/** The flows to pull. */
export interface PullOptions extends ConnectionOptions {
  /** Files, or folders whose linked files are meant. */
  readonly files: readonly string[];
  /** The flow to link the only file to; undefined for the linked flows. */
  readonly flow: string | undefined;
  /** True to write the files. */
  readonly yes: boolean;
  readonly format: DeployFormat;
  /** The folder with the links of the files. */
  readonly root: string;
}

/** A file, and the flow that is written into it. */
interface Pulled {
  readonly file: string;
  readonly flowId: string;
  /** True if the user named the file itself, and not only its folder. */
  readonly isChosen: boolean;
  /** The digest of the file when it was deployed or pulled last; undefined if it never was. */
  readonly deployedFile?: string | undefined;
}

/** The services that a pull uses. */
interface PullContext {
  readonly client: Client;
  readonly catalog: FlowCatalog;
  readonly project: Project;
  readonly connectionId: string;
  readonly options: PullOptions;
}

/**
 * Compares files with their flows, and writes the flows into the files if that is wanted. Resolves to the exit code: 1 if
 * a flow cannot be pulled. Throws InputError.
 */
export async function pullFlows(options: PullOptions): Promise<number> {
  const { format, root, yes } = options;
  return withConnection(options, async ({ client, connection }) => {
    const project = new Project(root);
    const chosen = await chooseFiles(project, connection.id, options);
    await project.requireInside(chosen.map(({ file }) => file));
    const catalog = await readActions(client);
    const context = { client, catalog, project, connectionId: connection.id, options };
    const lines: DeployLine[] = [];
    for (const pulled of chosen) lines.push(await pull(context, pulled));
    return printLines(format, `Flows of ${connection.name}`, lines, yes ? undefined : planText(lines));
  });
}

function planText(lines: readonly DeployLine[]): string {
  return lines.every(({ action }) => action === 'unchanged')
    ? 'Nothing needs to change.'
    : 'Nothing was changed. Add --yes to write the files.';
}

async function chooseFiles(
  project: Project,
  connectionId: string,
  { files, flow }: PullOptions,
): Promise<readonly Pulled[]> {
  if (flow !== undefined) {
    const [file, ...others] = files;
    if (file === undefined || others.length > 0 || isFolder(file))
      throw new InputError('With --flow, name exactly one file.');
    return [{ file: resolve(file), flowId: flow, isChosen: true }];
  }
  const paths = new Set(files.map(name => resolve(name)));
  const linked = (await project.links.all(connectionId)).filter(({ file }) => isNamedFile(file, files));
  // A file that was deleted comes back only by its name.
  const chosen = linked.flatMap(({ file, link: { flowId, deployed } }) => {
    const isChosen = paths.has(file);
    if (flowId === undefined || !(isChosen || existsSync(file))) return [];
    return [{ file, flowId, isChosen, deployedFile: deployed?.file }];
  });
  for (const name of files)
    if (!isFolder(name) && !chosen.some(({ file }) => file === resolve(name)))
      throw new InputError(`${name} is linked to no flow. Name the flow with --flow, or run deploy --adopt.`);
  if (chosen.length === 0)
    throw new InputError('No file there is linked to a flow. Run deploy --adopt first.');
  return chosen;
}

/** Pulls a flow; what fails is a problem of the line. */
async function pull(context: PullContext, pulled: Pulled): Promise<DeployLine> {
  try {
    return await pullBody(
      context,
      pulled,
      await readFlowBody(context.client, pulled.flowId, context.catalog),
    );
  } catch (error) {
    const problem = isGone(error)
      ? 'The flow no longer exists on the service.'
      : error instanceof InputError
        ? error.message
        : explain(error).summary;
    const line = { path: relative('.', pulled.file), flowId: pulled.flowId };
    return { ...line, action: 'update', state: 'not done', problem, notes: [problem] };
  }
}

async function pullBody(
  { catalog, project, connectionId, options }: PullContext,
  { file, flowId, isChosen, deployedFile }: Pulled,
  { body, deployedAs }: Awaited<ReturnType<typeof readFlowBody>>,
): Promise<DeployLine> {
  let before: string | undefined;
  let differences: readonly FlowDifference[] | undefined;
  const target: PullTarget = {
    read: async () => {
      before = await readText(file).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      return before;
    },
    agree: found => {
      differences = found;
      if (options.yes && !isChosen && before !== undefined && deployedAs(before).file !== deployedFile)
        throw new InputError(
          'The file has changes that were not deployed. Deploy it, or name the file itself to replace it.',
        );
      return Promise.resolve(options.yes);
    },
    write: (content, text) => write(options.root, file, content, text),
    link: async content => {
      if (!options.yes) return;
      const deployed = deployedAs(content);
      await project.links.update(connectionId, file, former => ({ ...relink(former, flowId), deployed }));
    },
  };
  const lineOf = (action: string, state: string): DeployLine => ({
    path: relative('.', file),
    flowId,
    action,
    state,
    notes: action === 'replace' ? ['The file is not a JSON object; its whole content is replaced.'] : [],
    differences: (differences ?? []).map(one => describeDifference(one)),
  });
  if (!options.yes && (await target.read()) === undefined) return lineOf('create', 'create');
  const result = await pullInto(target, body, catalog);
  if (result === 'same') return lineOf('unchanged', 'unchanged');
  if (result === 'declined') return lineOf(differences ? 'update' : 'replace', 'update');
  return lineOf('update', before === undefined ? 'created' : 'updated');
}

/** Replaces the text `before` of a flow file. Resolves to false, with nothing written, if it has another one now. */
async function write(
  root: string,
  file: string,
  content: string,
  before: string | undefined,
): Promise<boolean> {
  const target = { disk: nodeDisk, resolve: () => requireWritable(root, file), most: BUDGETS.change.bytes };
  let isSame = true;
  await changeText(target, now => {
    isSame = now === before;
    return isSame ? content : undefined;
  });
  return isSame;
}

async function requireWritable(root: string, file: string): Promise<string> {
  const path = await writableFlow(root, file);
  if (path !== undefined) return path;
  throw new InputError(
    `${relative('.', file)} is not inside the folder ${root}, or it is in a hidden folder. Name the folder of the project with --root.`,
  );
}
