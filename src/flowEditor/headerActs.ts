import * as vscode from 'vscode';
import { parseJson, valueOf } from '../flow/document/jsonTree.ts';
import { textOf } from '../flow/document/entryModel.ts';
import type { StepPath } from '../flow/edit/gesture.ts';
import { baseUrlOf } from '../host/baseUrl.ts';
import { Command } from '../manifest.ts';
import type { HeaderAct } from '../protocol/flowEditor.ts';
import { isObject } from '../util/isObject.ts';
import { chooseRun } from './chooseRun.ts';
import type { EditorServices } from './editorServices.ts';
import type { FlowReading } from './flowReader.ts';
import { requestPreview } from './requestPreview.ts';
import { sameStep } from './stepCards.ts';

/** What a button of an editor works on. */
export interface ActContext {
  readonly document: vscode.TextDocument;
  /** The flow of the service that the file is linked to. */
  readonly flowId: string | undefined;
  /** The step that the inspector shows. */
  readonly step: StepPath | undefined;
  readonly reading: FlowReading;
  readonly services: EditorServices;
}

/** Does what a button of the page says, mostly by a command of the window. */
export async function runAct(act: HeaderAct, context: ActContext): Promise<void> {
  const { document, flowId, reading, services } = context;
  const run = (command: string, ...args: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(command, ...args);
  const line = flowId === undefined ? undefined : { kind: 'flow', record: { id: flowId } };
  switch (act) {
    case 'validate':
      if (reading.problems.length === 0) {
        void vscode.window.showInformationMessage(sound(services.catalogue.catalogue.complete));
        return;
      }
      await run('workbench.panel.markers.view.focus');
      return;
    case 'problems':
      await run('workbench.panel.markers.view.focus');
      return;
    case 'connection': {
      const { kind } = services.session.state;
      const signIn = kind === 'signedOut' || kind === 'rejected';
      await run(signIn ? Command.signIn : Command.switchConnection);
      return;
    }
    case 'create':
      await run(Command.deployFlows, document.uri);
      return;
    case 'verify':
      await run(Command.verifyFlow, line);
      return;
    case 'activate':
      await run(Command.activateFlow, line);
      return;
    case 'preview':
      await showPreview(context);
      return;
    case 'openText':
      await run(Command.openFlowAsText, document.uri);
      return;
    case 'schema': {
      const action = chosenAction(context);
      if (action) await run(Command.showActionSchema, { action });
      return;
    }
    case 'refreshCatalogue':
      await services.catalogue.refresh();
      return;
    case 'trust':
      await run('workbench.trust.manage');
      return;
    case 'run': {
      const execution = flowId === undefined ? undefined : await chooseRun(services.session, flowId);
      if (execution) services.runs.show(document.uri, execution);
      return;
    }
    case 'abortRun':
      await run(Command.abortExecution, executionLine(context));
      return;
    case 'runAgain':
      await run(Command.runAgain, executionLine(context));
      return;
    case 'hideRun':
      services.runs.clear(document.uri);
  }
}

/** The execution that is shown, as commands take it. */
function executionLine({ document, services }: ActContext): unknown {
  const shown = services.runs.of(document.uri);
  return shown && { kind: 'execution', record: shown.execution };
}

function sound(complete: boolean): string {
  return complete
    ? 'The flow is sound: nothing is wrong with its settings, steps and parameters.'
    : 'Nothing wrong was found; what needs the catalogue could not be checked whole.';
}

function chosenAction({ step, reading, services }: ActContext): unknown {
  const placed = reading.steps.find(one => sameStep(one.step, step));
  return services.catalogue.catalogue.action(textOf(placed?.model.actionId) ?? '');
}

async function showPreview({ document, services }: ActContext): Promise<void> {
  const { session, sandbox, documents } = services;
  const baseUrl = await baseUrlOf(session.require(), sandbox);
  const { root } = parseJson(document.getText());
  const flow = root && valueOf(root);
  const file = vscode.workspace.asRelativePath(document.uri);
  const text = requestPreview(file, baseUrl, isObject(flow) ? flow : {});
  await documents.openMarkdown('requests', `${file} request.md`, text);
}
