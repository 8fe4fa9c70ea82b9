import { sameStep } from '../protocol/flowEdit.ts';
import type { CommandRow } from '../contributions/command.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { parseJson, valueOf } from '../flow/document/jsonTree.ts';
import { textOf } from '../flow/document/stepModel.ts';
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
import { waitedMailbox } from './runOutline.ts';
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

/** The commands that header actions run without an argument, on the file, and on the inspected step of the file. */
const PLAIN_COMMANDS = {
  problems: 'workbench.panel.markers.view.focus',
  trust: MANAGE_TRUST,
  stopRecording: Command.stopRecording,
  undoRecordedStep: Command.undoRecordedStep,
  changeSelector: Command.changeSelector,
  useTypedValues: Command.useTypedValues,
} as const;
const FILE_COMMANDS = {
  runFlow: Command.runFlow,
  debugFlow: Command.debugFlow,
  runTests: Command.runTests,
  checkOnService: Command.checkOnService,
  runs: Command.showRuns,
  create: Command.deployFlows,
  openText: Command.openFlowAsText,
  openTrace: Command.openTrace,
  stopTrial: Command.stopTrial,
  showPhone: Command.showPhone,
  chooseTrialPhone: Command.chooseTrialPhone,
  editTrialPayload: Command.editTrialPayload,
  record: Command.recordDevice,
  fill: Command.fillFlow,
} as const;
const STEP_COMMANDS = {
  runFromStep: Command.runFromStep,
  runStep: Command.runStep,
  runToStep: Command.runToStep,
  debugToStep: Command.debugToStep,
  showInTrace: Command.showInTrace,
} as const;

/** Runs a header command, mostly as a VS Code command. */
export async function runHeaderAction(act: HeaderAction, context: HeaderActionContext): Promise<void> {
  const { file, flowId, step, reading, services, window } = context;
  if (isKeyOf(PLAIN_COMMANDS, act)) return window.run(PLAIN_COMMANDS[act]);
  if (isKeyOf(FILE_COMMANDS, act)) return window.run(FILE_COMMANDS[act], file.uri);
  if (isKeyOf(STEP_COMMANDS, act)) return window.run(STEP_COMMANDS[act], file.uri, step);
  const line = flowId === undefined ? undefined : ({ kind: 'flow', record: { id: flowId } } as const);
  switch (act) {
    case 'connection': {
      const { kind } = services.session.state;
      const signIn = kind === 'signedOut' || kind === 'rejected';
      return window.run(signIn ? Command.signIn : Command.switchConnection);
    }
    case 'verify':
      return window.run(Command.verifyFlow, line);
    case 'activate':
      return window.run(Command.activateFlow, line);
    case 'preview':
      return showPreview(context);
    case 'schema': {
      const action = chosenAction(context);
      if (action) await window.run(Command.showActionSchema, { kind: 'action', record: action });
      return;
    }
    case 'refreshCatalog':
      return services.catalog.refresh();
    case 'deliverMail': {
      const id = waitedMailbox(services.runs.of(file.uri), reading, services.catalog.catalog);
      const row = id ? ({ kind: 'mailbox', record: { id } } as const) : undefined;
      return window.run(Command.deliverMail, row);
    }
    case 'abortRun':
      return window.run(Command.abortExecution, executionRow(context));
    case 'runAgain':
      return window.run(Command.runAgain, executionRow(context));
    case 'hideRun':
      services.runs.clear(file.uri);
  }
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** Returns the shown execution as an argument of a command. */
function executionRow({ file, services }: HeaderActionContext): CommandRow<'execution'> | undefined {
  const shown = services.runs.of(file.uri);
  return shown && { kind: 'execution', record: shown.execution };
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
