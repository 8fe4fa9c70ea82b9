import type { ArgumentsOf } from '../contributions/commands.ts';
import { Command } from '../manifest.ts';
import { keysOf } from '../util/isObject.ts';
import * as activity from './activity/activity.ts';
import * as agents from './activity/agents.ts';
import * as compareExecutions from './activity/compareExecutions.ts';
import * as events from './activity/events.ts';
import * as requests from './activity/requests.ts';
import * as runs from './activity/runs.ts';
import * as trace from './activity/trace.ts';
import * as tasks from './activity/tasks.ts';
import * as triggers from './activity/triggers.ts';
import * as appList from './apps/appList.ts';
import * as deviceApps from './apps/deviceApps.ts';
import type { Services } from './commandServices.ts';
import * as connection from './connections/connection.ts';
import * as connectionEdit from './connections/connectionEdit.ts';
import * as signIn from './connections/signIn.ts';
import * as support from './connections/support.ts';
import * as credentials from './credentials/credentials.ts';
import * as credentialValues from './credentials/credentialValues.ts';
import * as deviceGestures from './devices/deviceGestures.ts';
import * as deviceGrid from './devices/deviceGrid.ts';
import * as deviceLifecycle from './devices/deviceLifecycle.ts';
import * as deviceList from './devices/deviceList.ts';
import * as devicePanel from './devices/devicePanel.ts';
import * as devicePlace from './devices/devicePlace.ts';
import * as deviceScreenRecording from './devices/deviceScreenRecording.ts';
import * as deviceScreenshot from './devices/deviceScreenshot.ts';
import * as actions from './flows/actions.ts';
import * as flowActivate from './flows/flowActivate.ts';
import * as flowCheckAll from './flows/flowCheckAll.ts';
import * as flowLink from './flows/flowLink.ts';
import * as flowList from './flows/flowList.ts';
import * as flowRun from './flows/flowRun.ts';
import * as flowState from './flows/flowState.ts';
import * as flowSteps from './flows/flowSteps.ts';
import * as mailboxConnect from './mailboxes/mailboxConnect.ts';
import * as mailboxes from './mailboxes/mailboxes.ts';
import * as records from './records.ts';
import * as sandbox from './sandbox/sandbox.ts';
import * as sandboxClock from './sandbox/sandboxClock.ts';
import * as sandboxData from './sandbox/sandboxData.ts';
import * as sandboxFaults from './sandbox/sandboxFaults.ts';
import * as sandboxMail from './sandbox/sandboxMail.ts';
import * as deliveries from './webhooks/deliveries.ts';
import * as receiver from './webhooks/receiver.ts';
import * as receiverDeliveries from './webhooks/receiverDeliveries.ts';
import * as receiverRegister from './webhooks/receiverRegister.ts';
import * as webhookList from './webhooks/webhookList.ts';
import * as webhooks from './webhooks/webhooks.ts';
import * as webhookState from './webhooks/webhookState.ts';
import * as webhookTest from './webhooks/webhookTest.ts';

/** The arguments of each command by its name in `Command`. */
type Given = { readonly [Name in keyof typeof Command]: ArgumentsOf<(typeof Command)[Name]> };

type HandlersOf<Name extends keyof Given> = {
  readonly [N in Name]: (services: Services, ...given: Given[N]) => unknown;
};

/** The handler of a command is the function that has its name; the other exports of these modules are not looked up. */
const handlers: HandlersOf<keyof Given> = {
  ...activity,
  ...agents,
  ...compareExecutions,
  ...events,
  ...requests,
  ...runs,
  ...trace,
  ...tasks,
  ...triggers,
  ...appList,
  ...deviceApps,
  ...connection,
  ...connectionEdit,
  ...signIn,
  ...support,
  ...credentials,
  ...credentialValues,
  ...deviceGestures,
  ...deviceGrid,
  ...deviceLifecycle,
  ...deviceList,
  ...devicePanel,
  ...devicePlace,
  ...deviceScreenRecording,
  ...deviceScreenshot,
  ...actions,
  ...flowActivate,
  ...flowCheckAll,
  ...flowLink,
  ...flowList,
  ...flowRun,
  ...flowState,
  ...flowSteps,
  ...mailboxConnect,
  ...mailboxes,
  ...records,
  ...sandbox,
  ...sandboxClock,
  ...sandboxData,
  ...sandboxFaults,
  ...sandboxMail,
  ...deliveries,
  ...receiver,
  ...receiverDeliveries,
  ...receiverRegister,
  ...webhookList,
  ...webhooks,
  ...webhookState,
  ...webhookTest,
  ...loadedLater(() => import('./apps/uploadApp.ts'), 'uploadApp', 'resumeUpload', 'discardUpload'),
  ...loadedLater(() => import('./flows/flowCreate.ts'), 'createFlow'),
  ...loadedLater(() => import('./flows/flowDeploy.ts'), 'deployFlows'),
  ...loadedLater(() => import('./flows/flowPull.ts'), 'pullFlow'),
  ...loadedLater(() => import('./flows/flowDrift.ts'), 'showDrift', 'compareFlow'),
  ...loadedLater(() => import('./flows/flowChanges.ts'), 'showChanges'),
  ...loadedLater(() => import('./flows/flowVerify.ts'), 'verifyFlow'),
  ...loadedLater(() => import('./flows/flowNew.ts'), 'newFlow'),
  ...loadedLater(() => import('./flows/trial.ts'), 'runStep', 'runToStep', 'stopTrial', 'editTrialPayload'),
  ...loadedLater(() => import('./flows/trialPhone.ts'), 'showPhone', 'chooseTrialPhone'),
  ...loadedLater(
    () => import('./flows/recording.ts'),
    'recordDevice',
    'stopRecording',
    'undoRecordedStep',
    'changeSelector',
    'useTypedValues',
    'forgetActionChoices',
  ),
  ...loadedLater(() => import('./flows/pickElement.ts'), 'pickElement'),
  ...loadedLater(
    () => import('./flows/debug.ts'),
    'debugFlow',
    'debugFromStep',
    'debugToStep',
    'skipStep',
    'runStepWithData',
    'runFromStep',
    'runStepAgain',
    'toggleBreakpoint',
    'openDebugTrace',
  ),
  ...loadedLater(() => import('./flows/showInTrace.ts'), 'showInTrace'),
  ...loadedLater(() => import('./mailboxes/messages.ts'), 'showMessage'),
  showLog: ({ log }) => log.show(),
  verifyDelivery: ({ verifyPastedDelivery }) => verifyPastedDelivery(),
};

/** Returns handlers whose module is loaded when one of them is first used, because it imports a lot. */
function loadedLater<Name extends keyof Given>(
  load: () => Promise<HandlersOf<Name>>,
  ...names: readonly Name[]
): HandlersOf<Name> {
  const entries = names.map(name => [
    name,
    async (services: Services, ...given: Given[Name]) => (await load())[name](services, ...given),
  ]);
  // `fromEntries` loses the names.
  return Object.fromEntries(entries) as HandlersOf<Name>;
}

/** Runs the handler of a command. Key bindings can pass anything, so handlers check their arguments. */
export async function runHandler(
  command: Command,
  services: Services,
  given: readonly unknown[],
): Promise<void> {
  const name = keysOf(Command).find(known => Command[known] === command);
  if (!name) throw new Error(`There is no command “${command}”.`);
  const handler = handlers[name] as (services: Services, ...given: readonly unknown[]) => unknown;
  await handler(services, ...given);
}
