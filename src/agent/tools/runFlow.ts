import * as z from 'zod';
import type { Execution } from '../../contract/records/execution.ts';
import type { TraceScreen } from '../../contract/sandbox/traces.ts';
import { readGraph } from '../../deploy/remoteFlow.ts';
import { readEvidence } from '../../deploy/explainExecution.ts';
import { runTrial } from '../../deploy/runTrial.ts';
import { runVerification } from '../../deploy/runVerification.ts';
import { createCatalog, type FlowCatalog } from '../../flow/catalog.ts';
import { findNamedReference } from '../../flow/findNamedReference.ts';
import { topLevelSteps } from '../../flow/data/flowSteps.ts';
import { withVerified } from '../../flow/deploy/flowLink.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import { meaningOfBody } from '../../flow/compare/flowMeaning.ts';
import { parseFlow } from '../../flow/document/flowDocument.ts';
import { explainSteps, resultEvidence } from '../../flow/explain/explainSteps.ts';
import type { Evidence } from '../../flow/explain/explanation.ts';
import { passcodesIn } from '../../flow/run/passcodes.ts';
import { needsExplanation, type RunStep, runSteps, runStepNumber } from '../../flow/run/runSteps.ts';
import { flowUntil } from '../../flow/run/trial.ts';
import { secretsWithin, type SecretMask } from '../../flow/trace/secretMask.ts';
import { readSandboxRecords } from '../../flowTest/sandboxRecords.ts';
import { fittingDevice, toSandboxBody } from '../../flowTest/sandboxBody.ts';
import { unfitReason } from '../../flowTest/unfitFile.ts';
import { Uuid } from '../../contract/scalars.ts';
import { secretsOf } from '../flowText.ts';
import { mark, Marked, markIfAny, token } from '../marked.ts';
import type { ToolConnection } from '../ports.ts';
import { FlowPath } from '../schemas.ts';
import { defineTool, type ToolContext, ToolError } from '../tool.ts';
import { requireDeployed } from './deployments.ts';
import { requireFlowText } from './flowFiles.ts';
import { refuseOutsideRequests } from './outsideRequests.ts';
import { shownPasscodes, visibleTexts } from '../../flow/selector/screenSecrets.ts';

const MAX_STEPS = 300;
const MAX_ELEMENTS = 30;

const Mail = z.strictObject({
  mailboxId: Uuid,
  fromAddress: z.string().max(320).optional(),
  subject: z.string().max(900).optional(),
  text: z.string().max(10_000).optional(),
  passcode: z.boolean().optional(),
});

const Input = z.strictObject({
  path: FlowPath,
  verify: z
    .boolean()
    .default(false)
    .describe('Run the deployed flow, so that the execution can activate it.'),
  deviceId: Uuid.optional().describe('By default that of the flow, or one of its platform.'),
  fresh: z
    .boolean()
    .default(true)
    .describe('Begin on the home screen, with apps that have no data; false continues where the device is.'),
  payload: z.record(z.string(), z.unknown()).default({}),
  mails: z.array(Mail).max(10).default([]).describe('Mails that arrive during the run.'),
  timeoutSeconds: z.int().min(1).max(600).default(120),
});
type Input = z.output<typeof Input>;

/** Runs a flow file in the sandbox. */
export const runFlow = defineTool({
  name: 'run_flow',
  title: 'Run Flow in Sandbox',
  description:
    'Run a flow file in the local sandbox and get what each step did; for a failed step the reason, what to change, and the screen. It reaches no service. Steps that send requests to other computers are refused.',
  input: Input,
  output: z.object({
    executionId: z.string(),
    status: z.string(),
    verified: z.boolean(),
    device: z.object({ id: z.string(), name: Marked.optional() }).optional(),
    steps: z.array(
      z.object({
        number: z.string(),
        name: Marked.optional(),
        status: z.string().optional(),
        tookMs: z.number().optional(),
        output: Marked.optional(),
        error: Marked.optional(),
        reason: Marked.optional(),
        suggestions: z.array(Marked).optional(),
      }),
    ),
    screen: z.array(Marked).optional().describe('Elements on the screen when the run failed.'),
  }),
  effects: ['act'],
  runsOn: 'sandbox',
  example: { path: 'flows/sign-in.flow.json' },
  run: async (input, context) => {
    const { sandboxClient, client } = context.connection;
    if (!sandboxClient) throw new ToolError('Flows run only in the sandbox.');
    const sandbox = { ...context.connection, sandboxClient, client };
    const text = await requireFlowText(context.files, input.path);
    const catalog = await sandbox.catalog(context.signal);
    const execution = await runWith(input, text, sandbox, context);
    const evidence = await readEvidence(sandboxClient, execution.id, context.signal).catch(
      (error: unknown) => {
        context.signal.throwIfAborted();
        // Without evidence the result of the execution must do.
        if (error instanceof Error) return undefined;
        throw error;
      },
    );
    const steps = runSteps(execution.result);
    const mask = secretsOf(text, catalog);
    for (const secret of secretsWithin(input.payload)) mask.learn(secret);
    for (const code of context.passcodes.codes) mask.learnPasscode(code);
    for (const code of passcodesIn(steps)) {
      mask.learnPasscode(code);
      context.passcodes.keep(code, sandbox.id, Date.now());
    }
    // The reason of a failed step can cite any text on the screen.
    for (const { elements } of evidence?.screens ?? [])
      for (const code of shownPasscodes(elements ?? [])) mask.learnPasscode(code);
    const explained = steps.some(needsExplanation)
      ? explainSteps(steps, evidence ?? resultEvidence(execution))
      : steps;
    return {
      output: {
        executionId: token(execution.id) ?? '',
        status: token(execution.status) ?? 'unknown',
        verified: input.verify && execution.status === 'success',
        device: deviceOf(execution, catalog),
        steps: explained.slice(0, MAX_STEPS).map(step => describeStep(step, mask)),
        screen: failedScreen(evidence, mask),
      },
    };
  },
});

type Sandbox = ToolConnection & { readonly sandboxClient: NonNullable<ToolConnection['sandboxClient']> };

async function runWith(
  input: Input,
  text: string,
  sandbox: Sandbox,
  context: ToolContext,
): Promise<Execution> {
  const { sandboxClient } = sandbox;
  const { mails, timeoutSeconds } = input;
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const undelivered = new AbortController();
  const signal = AbortSignal.any([context.signal, limit, undelivered.signal]);
  let delivery: Promise<void> | undefined;
  const total = topLevelSteps(parseFlow(text)).length;
  // Mail from before the request of the run does not count.
  const onProgress = ({ result }: Execution): void => {
    const done = runSteps(result).filter(({ status }) => status !== 'running').length;
    context.report({ done, total, message: `${done} of ${total} steps have run.` });
    delivery ??= deliver(sandboxClient, mails);
    delivery.catch(() => undelivered.abort());
  };
  try {
    const run = input.verify
      ? verify(input, sandbox, context, { signal, onProgress })
      : runAsTrial(input, text, sandbox, { signal, onProgress });
    await run.catch(() => undefined);
    await delivery;
    const execution = await run;
    context.signal.throwIfAborted();
    return execution;
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = unfitReason(error);
    if (reason !== undefined)
      throw new ToolError(
        'The flow cannot run in the sandbox. The text says why.',
        mark('file', secretsOf(text, await sandbox.catalog(context.signal)).text(reason), 400),
      );
    if (limit.aborted)
      throw new ToolError(
        `The run did not end within ${timeoutSeconds} seconds. Shorten its waits or pass timeoutSeconds.`,
      );
    throw error;
  }
}

interface Following {
  readonly signal: AbortSignal;
  readonly onProgress: (execution: Execution) => void;
}

/** Runs all steps of a file without changing records. */
async function runAsTrial(
  { path, deviceId, payload, fresh, timeoutSeconds }: Input,
  text: string,
  { client, sandboxClient, catalog }: Sandbox,
  { signal, onProgress }: Following,
): Promise<Execution> {
  const known = await catalog(signal);
  const source = createFlowSourceReader(known)(path, text);
  if ('refusal' in source) {
    const refusal = mark('file', secretsOf(text, known).text(source.refusal), 400);
    throw new ToolError(`${path} has errors. Correct it with edit_flow.`, refusal);
  }
  const document = parseFlow(text);
  const last = topLevelSteps(document).at(-1);
  if (!last) throw new ToolError(`${path} has no steps. Add some with edit_flow.`);
  const records = await readSandboxRecords(client);
  const body = toSandboxBody(
    { ...source.body, ...flowUntil(document, last) },
    deviceId === undefined ? undefined : [deviceId],
    records,
    known,
  );
  const actions = createCatalog(records.actions);
  refuseOutsideRequests(meaningOfBody(body, actions).steps, actions);
  return runTrial({
    sandboxClient,
    body: {
      flow: JSON.parse(JSON.stringify(body)) as typeof body,
      step: { index: last.index },
      deviceId: body.deviceIds?.[0] ?? fittingDevice(body, records) ?? null,
      fresh,
      payload,
      timeoutSeconds,
    },
    onProgress,
    signal,
    isConfined: true,
  });
}

/** Runs the deployed flow of a file, and stores a success as its verification. */
async function verify(
  { path, deviceId, payload, fresh }: Input,
  { client, catalog, id }: Sandbox,
  context: ToolContext,
  { signal, onProgress }: Following,
): Promise<Execution> {
  const known = await catalog(signal);
  const { flowId, source } = await requireDeployed(path, context);
  refuseOutsideRequests(source.meaning.steps, known);
  const { data: flow } = (await client.getFlow({ params: { flowId } }, { signal })).value;
  const before = await readGraph(client, flowId, known, { signal });
  const execution = await runVerification({
    client,
    flowId,
    deviceId: deviceId ?? flow.deviceIds?.[0],
    payload,
    onProgress,
    signal,
    inSandbox: { isConfined: true, isFresh: fresh },
  });
  const after = await readGraph(client, flowId, known, { signal });
  if (execution.status !== 'success' || !before || before.graph !== after?.graph) return execution;
  const verified = { executionId: execution.id, ...before };
  await context.files.links(id).update(path, link => withVerified(link, flowId, verified));
  return execution;
}

async function deliver(sandboxClient: Sandbox['sandboxClient'], mails: Input['mails']): Promise<void> {
  for (const { mailboxId, ...mail } of mails) {
    const body = Object.fromEntries(Object.entries(mail).filter(([, value]) => value !== undefined));
    await sandboxClient.deliverMessage({ params: { mailboxId }, body });
  }
}

/** Returns the only device of a run. */
function deviceOf({ deviceId }: Execution, catalog: FlowCatalog) {
  const id = token(deviceId);
  if (id === undefined) return undefined;
  return { id, name: markIfAny('service', findNamedReference('device', id, catalog)?.name) };
}

function describeStep(step: RunStep, mask: SecretMask) {
  const { name, status, tookMs, output, error, explanation } = step;
  const show = (text: string | undefined, most: number): Marked | undefined =>
    markIfAny('run', text && mask.text(text), most);
  const isShown = output != null && !(typeof output === 'object' && Object.keys(output).length === 0);
  return {
    number: runStepNumber(step),
    name: markIfAny('file', name && mask.text(name), 100),
    status: token(status),
    tookMs,
    output: isShown ? show(JSON.stringify(mask.value(output)), 300) : undefined,
    error: explanation ? undefined : show(error, 400),
    reason: show(explanation?.sentence, 400),
    suggestions: explanation?.actions.map(text => mark('run', mask.text(text), 300)),
  };
}

function failedScreen(evidence: Evidence | undefined, mask: SecretMask): Marked[] | undefined {
  const failed = evidence?.steps.find(({ status }) => status === 'failed');
  const id = failed?.screenAfter ?? failed?.screenBefore;
  const screen: TraceScreen | undefined = evidence?.screens.find(one => one.id === id);
  const texts = mask.hideIn(visibleTexts(screen?.elements ?? []));
  if (texts.length === 0) return undefined;
  return texts.slice(0, MAX_ELEMENTS).map(text => mark('device', text, 120));
}
