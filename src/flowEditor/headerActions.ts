import { sameStep } from '../protocol/flowEdit.ts';
import type { CommandLine } from '../contributions/command.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { parseJson, valueOf } from '../flow/document/jsonTree.ts';
import { textOf } from '../flow/document/entryModel.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { readBaseUrl } from '../appState/baseUrl.ts';
import { curlText } from '../wording/curlText.ts';
import { Command, MANAGE_TRUST } from '../manifest.ts';
import type { HeaderAction } from '../protocol/flowEditor.ts';
import { isObject } from '../util/isObject.ts';
import { code } from '../util/markdown.ts';
import { fencedBlock, markdownDocument } from '../util/markdownDocument.ts';
import type { FlowSources } from './editorServices.ts';
import type { EditorWindow } from './editorWindow.ts';
import type { FlowFile } from './flowFile.ts';
import type { FlowReading } from './flowReading.ts';

/** The editor state that a header command works on. */
interface HeaderActionContext {
  readonly file: FlowFile;
  /** The id of the flow that the file is linked to. */
  readonly flowId: string | undefined;
  /** The inspected step. */
  readonly step: StepPath | undefined;
  readonly reading: FlowReading;
  readonly services: FlowSources;
  readonly window: EditorWindow;
}

/** Runs a header command, mostly as a VS Code command. */
export async function runHeaderAction(act: HeaderAction, context: HeaderActionContext): Promise<void> {
  const { file, flowId, step, reading, services, window } = context;
  const line = flowId === undefined ? undefined : ({ kind: 'flow', record: { id: flowId } } as const);
  switch (act) {
    case 'validate':
      if (reading.problems.length === 0) {
        window.tell(describeSoundFlow(services.catalog.catalog.isComplete));
        return;
      }
      await window.run('workbench.panel.markers.view.focus');
      return;
    case 'problems':
      await window.run('workbench.panel.markers.view.focus');
      return;
    case 'connection': {
      const { kind } = services.session.state;
      const signIn = kind === 'signedOut' || kind === 'rejected';
      await window.run(signIn ? Command.signIn : Command.switchConnection);
      return;
    }
    case 'create':
      await window.run(Command.deployFlows, file.uri);
      return;
    case 'verify':
      await window.run(Command.verifyFlow, line);
      return;
    case 'activate':
      await window.run(Command.activateFlow, line);
      return;
    case 'preview':
      await showPreview(context);
      return;
    case 'openText':
      await window.run(Command.openFlowAsText, file.uri);
      return;
    case 'schema': {
      const action = chosenAction(context);
      if (action) await window.run(Command.showActionSchema, { kind: 'action', record: action });
      return;
    }
    case 'refreshCatalog':
      await services.catalog.refresh();
      return;
    case 'trust':
      await window.run(MANAGE_TRUST);
      return;
    case 'run': {
      const execution = flowId === undefined ? undefined : await window.chooseRun(flowId);
      if (execution) services.runs.show(file.uri, execution);
      return;
    }
    case 'abortRun':
      await window.run(Command.abortExecution, executionLine(context));
      return;
    case 'runAgain':
      await window.run(Command.runAgain, executionLine(context));
      return;
    case 'runStep':
      await window.run(Command.runStep, file.uri, step);
      return;
    case 'runToStep':
      await window.run(Command.runToStep, file.uri, step);
      return;
    case 'debugToStep':
      await window.run(Command.debugToStep, file.uri, step);
      return;
    case 'showInTrace':
      await window.run(Command.showInTrace, file.uri, step);
      return;
    case 'openTrace':
      await window.run(Command.openTrace, file.uri);
      return;
    case 'stopTrial':
      await window.run(Command.stopTrial, file.uri);
      return;
    case 'showPhone':
      await window.run(Command.showPhone, file.uri);
      return;
    case 'chooseTrialPhone':
      await window.run(Command.chooseTrialPhone, file.uri);
      return;
    case 'editTrialPayload':
      await window.run(Command.editTrialPayload, file.uri);
      return;
    case 'record':
      await window.run(Command.recordDevice, file.uri);
      return;
    case 'stopRecording':
      await window.run(Command.stopRecording);
      return;
    case 'undoRecordedStep':
      await window.run(Command.undoRecordedStep);
      return;
    case 'changeSelector':
      await window.run(Command.changeSelector);
      return;
    case 'useTypedValues':
      await window.run(Command.useTypedValues);
      return;
    case 'hideRun':
      services.runs.clear(file.uri);
  }
}

/** Returns the shown execution as an argument of a command. */
function executionLine({ file, services }: HeaderActionContext): CommandLine<'execution'> | undefined {
  const shown = services.runs.of(file.uri);
  return shown && { kind: 'execution', record: shown.execution };
}

function describeSoundFlow(complete: boolean): string {
  return complete
    ? 'No problems were found in this flow.'
    : 'No problems were found. Checks that need the action catalog were skipped.';
}

function chosenAction({ step, reading, services }: HeaderActionContext): CatalogAction | undefined {
  const placed = reading.steps.find(candidate => sameStep(candidate.step, step));
  return services.catalog.catalog.action(textOf(placed?.model.actionId) ?? '');
}

async function showPreview({ file, services }: HeaderActionContext): Promise<void> {
  const { session, sandbox, documents } = services;
  const baseUrl = await readBaseUrl(session.require(), sandbox);
  const { root } = parseJson(file.text);
  const flow = root && valueOf(root);
  const text = requestPreview(file.shownPath, baseUrl, isObject(flow) ? flow : {});
  await documents.openMarkdown('requests', `${file.shownPath} request.md`, text);
}

/** Returns a Markdown document with the request that creates a flow from a file: the exact body, and a curl command. */
export function requestPreview(
  file: string,
  baseUrl: string,
  flow: Readonly<Record<string, unknown>>,
): string {
  // `$schema` is for editors, and a flow is enabled by activating it only (spec 3.1).
  const fields = Object.entries({ ...flow, enabled: false }).filter(([name]) => name !== '$schema');
  const body = JSON.stringify(Object.fromEntries(fields), undefined, 2);
  return markdownDocument([
    `# Request that creates the flow of ${code(file)}`,
    code(`POST ${baseUrl}/flows`),
    '## Body',
    fencedBlock('json', body),
    '## The same with curl',
    'The key stands as `$API_KEY`; set it in your shell before you run this.',
    fencedBlock('sh', curlText(baseUrl, { method: 'POST', path: '/flows', body })),
  ]);
}
