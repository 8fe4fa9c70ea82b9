import * as vscode from 'vscode';
import type { GivenStep } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import type { SandboxClient } from '../../client/sandboxClient.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { StartTrial, TRIAL_SECONDS } from '../../contract/sandbox/trials.ts';
import { explainExecution } from '../../deploy/explainExecution.ts';
import { runTrial } from '../../deploy/runTrial.ts';
import { topLevelSteps } from '../../flow/data/flowSteps.ts';
import { stepModelAt } from '../../flow/document/flowDocument.ts';
import { objectOf, textOf } from '../../flow/document/stepModel.ts';
import { missingParams } from '../../flow/form/missingParams.ts';
import { missingSentence } from '../../flow/wordsOf.ts';
import { failureText } from '../../flow/run/failureText.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween, runSteps, runStepNumber } from '../../flow/run/runSteps.ts';
import { earlierSteps, flowUntil, runRefusal } from '../../flow/run/trial.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import { offersSandboxOperations, SANDBOX } from '../../stores/connection.ts';
import { done, withStatus } from '../prompts/ask.ts';
import { trialPayload } from './trialPayload.ts';
import { trialPhone } from './trialPhone.ts';
import { documentOf, trialFile, trialTarget, type TrialTarget, wholeFlow } from './trialTarget.ts';

type Body = Parameters<SandboxClient['startTrial']>[0]['body'];

const USE_SANDBOX = 'Switch to Sandbox';
const VERIFY = 'Verify Flow';

/** The command of VS Code that runs the tests of a file. */
const RUN_TESTS = 'testing.run.uri';

/** Runs a flow file as it is in the sandbox, and shows its phone beside the editor. */
export async function runFlow(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const target = await wholeFlow(services, given);
  if (target) await tryOut(services, target, Command.runFlow);
}

/** Runs one step of a flow file in the sandbox, with the results of earlier steps that the file shows. */
export async function runStep(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (target && !(await lacksParams(services, target))) await tryOut(services, target, Command.runStep);
}

/** Returns true if a step lacks parameters, without which it would fail: then it says so, and shows the first field. */
async function lacksParams(
  { catalog, flowEditors }: Services,
  { file, document, step: { path, number } }: TrialTarget,
): Promise<boolean> {
  const model = stepModelAt(document, path);
  const action = model && catalog.catalog.action(textOf(model.actionId) ?? '');
  if (!action) return false;
  const missing = missingParams(action, objectOf(model.params) ?? {});
  const [first] = missing;
  if (!first) return false;
  const sentence = missingSentence(missing.map(({ label }) => label));
  // Does not wait for the user, who may never close the message.
  void dialogs.showInformationMessage(`Step ${number} cannot run: ${sentence}`);
  await flowEditors.showField(file, path, [first.name]);
  return true;
}

/** Runs the steps of a flow file up to one in the sandbox. */
export async function runToStep(services: Services, given: GivenStep): Promise<void> {
  const target = await trialTarget(services, given);
  if (target) await tryOut(services, target, Command.runToStep);
}

/** Runs the tests of a flow file. */
export async function runTests(_services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (file) await vscode.commands.executeCommand(RUN_TESTS, file);
}

/** Stops the trial run of a flow file. */
export async function stopTrial({ runs }: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (!file || (await runs.stopTrial(file))) return;
  void dialogs.showInformationMessage('No run is in progress for this file.');
}

/** Asks again for the sample values that trial runs of a flow file use as the payload of its trigger. */
export async function editTrialPayload(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (!file) return;
  const { document } = await documentOf(services, file);
  const last = topLevelSteps(document).at(-1);
  if (last) await trialPayload(services, file, flowUntil(document, last), true);
}

/** The commands that run a flow file, or some of its steps, as a trial. */
type Run = typeof Command.runFlow | typeof Command.runStep | typeof Command.runToStep;

async function tryOut(services: Services, target: TrialTarget, command: Run): Promise<void> {
  const { file } = target;
  if (!offersSandboxOperations(services.session.connection)) {
    // Does not wait for the user, who may never respond.
    void offerSandbox(services, target, command);
    return;
  }
  const deviceId = await trialPhone(services, file);
  if (deviceId === undefined) return;
  const body = await bodyOf(services, target, deviceId, command === Command.runStep);
  if (!body) return;
  await services.runs.stopTrial(file);
  if (command === Command.runFlow && deviceId !== null)
    await services.devicePanels.openBeside(deviceId, services.scope);
  await follow(services, target, body);
}

async function offerSandbox(services: Services, { file, step }: TrialTarget, command: Run): Promise<void> {
  const text = 'A flow file runs in the sandbox only, where a run changes nothing but a phone.';
  const choice = await dialogs.showInformationMessage(text, USE_SANDBOX, VERIFY);
  if (choice === VERIFY) await services.run(Command.verifyFlow, file);
  if (choice !== USE_SANDBOX) return;
  await services.connections.choose(SANDBOX);
  const { run } = services.on(SANDBOX);
  if (command === Command.runFlow) await run(command, file);
  else await run(command, file, step.path);
}

async function bodyOf(
  services: Services,
  { file, document, step }: TrialTarget,
  deviceId: string | null,
  isAlone: boolean,
): Promise<Body | undefined> {
  const until = flowUntil(document, step);
  const read = StartTrial.shape.flow.safeParse(until);
  if (!read.success) throw runRefusal(read.error.issues);
  const { data: flow } = read;
  const reading = isAlone ? { triggerId: flow.triggerId, actions: flow.actions.slice(-1) } : flow;
  const payload = await trialPayload(services, file, reading);
  if (!payload) return undefined;
  const shown = isAlone ? services.runs.of(file) : undefined;
  const { id, kind, startedAt } = shown?.execution ?? {};
  return {
    flow,
    step: { index: step.index, childIndex: step.child ?? null },
    alone: isAlone,
    deviceId,
    payload,
    timeoutSeconds: TRIAL_SECONDS.max,
    ...(shown
      ? {
          earlier: {
            steps: earlierSteps(document, shown, deviceId ?? undefined).map(step => ({ ...step })),
            startedAt: startedAt ?? null,
            trialId: kind === 'trial' && id !== undefined ? id : null,
          },
        }
      : {}),
  };
}

/** Runs a trial and shows it at the steps of its file until it ends. */
async function follow(services: Services, { file, document }: TrialTarget, body: Body): Promise<void> {
  const { runs, clients } = services;
  const sandbox = await clients.openSandbox();
  const running = new AbortController();
  const trial = withStatus('Running', async progress =>
    runTrial({
      sandboxClient: sandbox,
      body,
      signal: running.signal,
      onProgress: execution => {
        progress(progressText(execution));
        runs.showTrial(file, execution, { text: document.text, stop });
      },
    }),
  );
  async function stop(): Promise<void> {
    running.abort();
    // Its failure is reported below.
    await trial.catch(() => undefined);
  }
  const execution = await trial;
  const { status, error } = execution;
  const steps = status === 'failed' ? await explainExecution(execution, sandbox) : [];
  tellEnd(execution, failureText(error, steps));
}

/** Returns the step that is running, as the progress of an execution; empty if none is. */
export function progressText({ result }: Execution): string {
  const running = runSteps(result).findLast(({ status }) => status === 'running');
  return running
    ? `step ${runStepNumber(running)}${running.name === undefined ? '' : ` “${running.name}”`}`
    : '';
}

// The result is shown at the step, so a message in the status bar is enough.
function tellEnd({ status, startedAt, finishedAt }: Execution, failure: string | undefined): void {
  const ms = millisecondsBetween(startedAt, finishedAt);
  if (status === 'success') done(`The run succeeded${ms === undefined ? '' : ` in ${secondsText(ms)}`}.`);
  else if (status === 'cancelled') dialogs.setStatusBarMessage('$(circle-slash) The run was stopped.', 5000);
  else dialogs.setStatusBarMessage(`$(error) ${failure ?? 'The run failed.'}`, 10_000);
}
