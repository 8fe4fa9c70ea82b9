import * as vscode from 'vscode';
import type { PastRun } from '../../appState/runHistory.ts';
import { isFinished } from '../../contract/enumerations.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';
import { dialogs } from '../../host/dialogs.ts';
import { pickFrom } from '../../host/picker.ts';
import { plainText } from '../../util/plainText.ts';
import { readOtherRun } from '../activity/otherRuns.ts';
import { nameOf, readRuns } from '../activity/pastRuns.ts';
import type { Services } from '../commandServices.ts';
import { withStatus } from '../prompts/ask.ts';
import { trialFile } from './trialTarget.ts';

const TRACE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('device-camera-video'),
  tooltip: 'Open Trace',
};
const COMPARE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('git-compare'),
  tooltip: 'Compare with Another Run…',
};

type Item = vscode.QuickPickItem & { readonly run: PastRun };

/** A chosen run, and the button of its line if that was pressed. */
interface Picked {
  readonly run: PastRun;
  readonly button: vscode.QuickInputButton | undefined;
}

/**
 * Lists the last runs of a flow file. The chosen one is shown at the steps of the file; the buttons of its line open its
 * trace, and compare it with another run.
 */
export async function showRuns(services: Services, given: vscode.Uri | undefined): Promise<void> {
  const file = trialFile(given);
  if (!file) return;
  const runs = await withStatus('Reading the runs', () => readRuns(services, { file }));
  if (runs.length === 0) {
    void dialogs.showInformationMessage('This flow has not run yet.');
    return;
  }
  const shownId = services.runs.of(file)?.execution.id;
  const picked = await pick(
    vscode.workspace.asRelativePath(file),
    runs.map(run => itemOf(run, run.execution.id === shownId)),
  );
  if (!picked) return;
  const { run, button } = picked;
  if (button) await showTrace(services, run, button === COMPARE);
  else services.runs.showPast(file, run);
}

async function showTrace(services: Services, run: PastRun, isCompared: boolean): Promise<void> {
  const { id, kind, flowId, flowName } = run.execution;
  // Chosen first, since a viewer that opens takes the focus from the list.
  const other = isCompared ? await readOtherRun(services, { flowId, executionId: id }) : undefined;
  if (isCompared && !other) return;
  const isTrial = run.isTest || kind === 'trial';
  const shown = {
    connectionId: run.connectionId,
    executionId: id,
    isTrial,
    flowName: flowName ?? undefined,
  };
  await services.traceViewers.showRun(shown, other);
}

function itemOf(run: PastRun, isShown: boolean): Item {
  const { status, error, startedAt, finishedAt } = run.execution;
  const icon = status === 'success' ? 'pass' : status === 'failed' ? 'error' : 'circle-slash';
  const took = millisecondsBetween(startedAt, finishedAt);
  return {
    label: `$(${isFinished(run.execution) ? icon : 'sync~spin'}) ${nameOf(run)}`,
    description: [took === undefined ? '' : secondsText(took), isShown ? 'shown in the editor' : '']
      .filter(Boolean)
      .join(' · '),
    ...(error == null ? {} : { detail: plainText(error) }),
    buttons: isFinished(run.execution) ? [TRACE, COMPARE] : [TRACE],
    run,
  };
}

/** Lets the user choose a run, or a button of its line; undefined on cancel. */
async function pick(name: string, items: readonly Item[]): Promise<Picked | undefined> {
  const pressed = Promise.withResolvers<Picked | undefined>();
  const accepted = pickFrom<Item, Picked>({
    title: `Runs of ${name}`,
    fill: (picker, owned) => {
      picker.placeholder = 'Choose the run to show at the steps';
      picker.items = items;
      owned.add(
        picker.onDidTriggerItemButton(({ item, button }) => {
          pressed.resolve({ run: item.run, button });
          picker.hide();
        }),
      );
    },
    accepted: ({ selectedItems: [item] }) => item && { run: item.run, button: undefined },
  });
  return Promise.race([pressed.promise, accepted]);
}
