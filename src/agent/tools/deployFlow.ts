import * as z from 'zod';
import { applyItem } from '../../deploy/applyItem.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { describeDifference } from '../../flow/compare/differenceText.ts';
import { findNamedReference } from '../../flow/findNamedReference.ts';
import { secretsOf } from '../flowText.ts';
import { mark, Marked, markIfAny, token } from '../marked.ts';
import { changeLines, flowLines, questionLine, quotedName } from '../questionText.ts';
import { connectionInput, FlowPath } from '../schemas.ts';
import { defineTool, type PreparedIntent, type ToolContext, ToolError } from '../tool.ts';
import { deployContextOf, planFile, planFiles, type Planned, subjectOf } from './deployments.ts';
import { requireFlowText } from './flowFiles.ts';
import { refuseOutsideRequests } from './outsideRequests.ts';

const MAX_FILES = 50;
const MAX_CHANGES = 40;
/** The progress of a deployment that is planned. */
const PLANNED = { done: 1, total: 2 };

/** Plans a deployment. */
export const planDeployTool = defineTool({
  name: 'plan_deploy',
  title: 'Plan Deployment',
  description:
    'Tell what deploying flow files to a connection would do, without changing anything: create, update, recreate (deletes the former flow), unchanged, or refused because of errors.',
  input: z.strictObject({ ...connectionInput, paths: z.array(FlowPath).min(1).max(MAX_FILES) }),
  output: z.object({
    items: z.array(
      z.object({
        path: z.string(),
        action: z.string(),
        flowId: z.string().optional(),
        reason: Marked.optional(),
        changes: z.array(Marked),
      }),
    ),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { paths: ['flows/sign-in.flow.json'] },
  run: async ({ paths }, context) => {
    const catalog = await context.connection.catalog(context.signal);
    const nameOf = deviceNames(catalog);
    const items = [];
    for (const item of await planFiles(paths, context)) {
      const mask = secretsOf(await requireFlowText(context.files, item.path), catalog);
      const differences = item.action === 'refused' ? [] : item.differences;
      const reason = item.action === 'refused' ? item.refusal : item.reason;
      items.push({
        path: item.path,
        action: item.action,
        flowId: 'flowId' in item ? token(item.flowId) : undefined,
        reason: markIfAny('file', reason && mask.text(reason), 400),
        changes: differences
          .slice(0, MAX_CHANGES)
          .map(one => mark('file', mask.text(describeDifference(one, nameOf)), 300)),
      });
    }
    return { output: { items } };
  },
});

/** Deploys a flow file. */
export const deployFlow = defineTool({
  name: 'deploy_flow',
  title: 'Deploy Flow',
  description:
    'Create or update the flow of a file on a connection. A new flow is disabled until activate_flow. On a service, the user is asked first.',
  input: z.strictObject({ ...connectionInput, path: FlowPath }),
  output: z.object({
    path: z.string(),
    result: z.enum(['created', 'updated', 'unchanged', 'recreated']),
    flowId: z.string(),
  }),
  effects: ['write', 'delete'],
  runsOn: 'connection',
  example: { path: 'flows/sign-in.flow.json' },
  intend: intendDeployment,
  run: async ({ path }, context, prepared) => {
    const item = prepared ?? (await planFile(path, context));
    context.report({ ...PLANNED, message: 'The deployment is planned.' });
    const catalog = await context.connection.catalog(context.signal);
    // A trigger would run the new steps.
    if (context.connection.sandboxClient && item.action === 'update' && item.enabled)
      refuseOutsideRequests(item.source.meaning.steps, catalog);
    const { result, flowId } = await applyItem(deployContextOf(context, catalog), item);
    if (result === 'stepsKept')
      throw new ToolError(
        'This service cannot replace the steps of a flow, so nothing was changed. Ask the user to run the command “Create or Update Flows”, which can recreate it.',
      );
    context.report({ ...PLANNED, done: 2, message: 'The flow is deployed.' });
    return { output: { path, result, flowId: token(flowId) ?? '' } };
  },
});

async function intendDeployment(
  { path }: { readonly path: string },
  context: ToolContext,
): Promise<PreparedIntent<Planned>> {
  const item = await planFile(path, context);
  context.report({ ...PLANNED, message: 'The deployment is planned, and the user is asked.' });
  const catalog = await context.connection.catalog(context.signal);
  const leftOver = item.link.replaced ?? [];
  const mask = secretsOf(await requireFlowText(context.files, path), catalog);
  const lines = [
    `From ${questionLine(path)}.`,
    ...(item.action === 'recreate' ? [fateOf(item)] : []),
    ...leftOver.map(id => questionLine(`The old flow ${id} of this file is deleted.`)),
    ...(item.action === 'update' && item.enabled
      ? ['The flow is enabled, so this takes effect at once.']
      : []),
    ...(item.reason === undefined ? [] : [questionLine(item.reason)]),
    ...effectLines(item, catalog, text => mask.text(text)),
  ];
  return {
    effects: item.action === 'recreate' || leftOver.length > 0 ? ['write', 'delete'] : ['write'],
    question: {
      ...questionAbout(item, questionLine(context.connection.name)),
      // A secret of the file can equal the name of a host or device, which the user must see.
      detail: lines.join('\n'),
    },
    subject: subjectOf(item),
    prepared: item,
  };
}

/** Returns what a deployment changes; for a new flow, what the flow does. */
function effectLines(item: Planned, catalog: FlowCatalog, hide: (text: string) => string): readonly string[] {
  const { meaning: flow } = item.source;
  if (item.action === 'unchanged') return [];
  const former = item.action === 'create' ? undefined : item.remote;
  return former
    ? changeLines(item.differences, { former, flow }, catalog, hide)
    : flowLines(flow, catalog, hide);
}

function fateOf({ former, enabled }: Extract<Planned, { readonly action: 'recreate' }>): string {
  const which = enabled === true ? 'enabled flow' : 'flow';
  return questionLine(
    `Its ${which} ${former} is deleted, and the new one is disabled until a successful execution verifies it.`,
  );
}

function questionAbout(
  item: Planned,
  connection: string,
): { readonly question: string; readonly verb: string } {
  const name = quotedName(item.source.name);
  switch (item.action) {
    case 'create': {
      const which = item.isNameTaken === true ? 'another flow named' : 'the flow';
      return { question: `Create ${which} ${name} on ${connection}?`, verb: 'Create' };
    }
    case 'update':
      return { question: `Update the flow ${name} on ${connection}?`, verb: 'Update' };
    case 'recreate':
      return { question: `Recreate ${name} on ${connection} and delete its old flow?`, verb: 'Recreate' };
    case 'unchanged':
      return (item.link.replaced ?? []).length > 0
        ? { question: `Continue with ${name} on ${connection}?`, verb: 'Continue' }
        : { question: `Note that ${name} on ${connection} is up to date?`, verb: 'Continue' };
  }
}

function deviceNames(catalog: FlowCatalog): (id: string) => string | undefined {
  return id => findNamedReference('device', id, catalog)?.name;
}
