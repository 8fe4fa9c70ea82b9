import type { Protocol } from './envelope.ts';
import { flowEdit, segment, stepPath, insertionPoint } from './flowEdit.ts';
import { formNode } from './form.ts';
import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

const path = listOf(segment);
const steps = listOf(stepPath);

/** The content of the inspector: the flow settings or one step. */
export const target = anyOf(
  object({ kind: oneOf('settings') }),
  object({ kind: oneOf('step'), step: stepPath }),
);
export type Target = Shaped<typeof target>;

/** Commands of the header buttons and the notices. */
const HEADER_ACTIONS = [
  'problems',
  'connection',
  'validate',
  'create',
  'verify',
  'activate',
  'preview',
  'openText',
  'schema',
  'refreshCatalog',
  'trust',
  'run',
  'hideRun',
  'abortRun',
  'runAgain',
] as const;
export type HeaderAction = (typeof HEADER_ACTIONS)[number];

/** Menu commands for the selected steps. */
export type StepAction =
  | 'add'
  | 'addInside'
  | 'duplicate'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'moveUp'
  | 'moveDown'
  | 'moveIn'
  | 'moveOut';

/**
 * A request from the flow editor webview to the extension. `edit`, `addStep`, `replaceAction`, `choose`, `chooseParam`
 * and `paste` change the flow: `base` is the document version they apply to, and they return an EditReply. `find`
 * returns the matching steps; all others return null.
 */
export const flowRequest = anyOf(
  object({ kind: oneOf('show'), target, selected: steps }),
  object({ kind: oneOf('edit'), base: number, edit: flowEdit }),
  object({ kind: oneOf('addStep'), base: number, to: insertionPoint }),
  object({ kind: oneOf('replaceAction'), base: number, step: stepPath }),
  object({ kind: oneOf('choose'), base: number, field: oneOf('triggerId', 'deviceIds', 'notifyWebhookId') }),
  /** Lets the user choose the record whose id is the value of a step parameter. */
  object({ kind: oneOf('chooseParam'), base: number, step: stepPath, path }),
  object({ kind: oneOf('copy'), steps }),
  /** Inserts the steps from the clipboard; a webview that has their text sends a `pasteSteps` edit instead. */
  object({ kind: oneOf('paste'), base: number, to: insertionPoint }),
  object({ kind: oneOf('undo') }),
  object({ kind: oneOf('find'), text }),
  object({ kind: oneOf('focus'), steps: flag }),
  object({ kind: oneOf('act'), act: oneOf(...HEADER_ACTIONS) }),
);
export type FlowRequest = Shaped<typeof flowRequest>;

/**
 * The result of an edit: `done` with the new document version and the resulting paths of the affected steps; `refused`
 * with a sentence; `stale` if `base` is not the newest version; `cancelled` by the user.
 */
export const editReply = anyOf(
  object({ kind: oneOf('done'), version: number, steps }),
  object({ kind: oneOf('refused'), sentence: text }),
  object({ kind: oneOf('stale', 'cancelled') }),
);
export const foundSteps = steps;

export type EditReply = Shaped<typeof editReply>;

/** A diagnostic; `path` leads from the inspected step or the settings to the value in question. */
export const problem = object({
  severity: oneOf('error', 'warning', 'information', 'hint'),
  message: text,
  path,
});
export type Problem = Shaped<typeof problem>;

/** The result of a step in a run. */
export const stepRun = object({
  state: oneOf('waiting', 'running', 'succeeded', 'failed', 'aborted', 'skipped'),
  /** Display text of the duration, after the number of executions if there were several; empty if unknown. */
  time: text,
  error: maybe(text),
});
export type StepRun = Shaped<typeof stepRun>;

/** A row of the step list. */
const stepCard = object({
  step: stepPath,
  name: text,
  /** Name of its action, or the id if the action is unknown. */
  action: text,
  icon: text,
  service: text,
  /** The most significant parameters. */
  facts: listOf(object({ name: text, value: text })),
  continueOnError: flag,
  known: flag,
  errors: number,
  warnings: number,
  /** True if it can contain other steps. */
  canHold: flag,
  /** Set while a run is shown that covers the step. */
  run: maybe(stepRun),
});
export type StepCard = Shaped<typeof stepCard>;

/** A message about the flow or the window, with an optional command. */
export const notice = object({
  severity: oneOf('warning', 'information'),
  sentence: text,
  act: maybe(object({ act: oneOf(...HEADER_ACTIONS), label: text })),
});
export type Notice = Shaped<typeof notice>;

/** The inspector content for a step. */
export const stepDetails = object({
  kind: oneOf('step'),
  step: stepPath,
  actionId: text,
  action: text,
  description: text,
  service: text,
  method: text,
  nameOverride: text,
  continueOnError: flag,
  known: flag,
  /**
   * `given` if the action has a parameter schema, `none` if it has not, `unknown` if the catalog does not list the
   * action.
   */
  schema: oneOf('given', 'none', 'unknown'),
  /** Display texts of the results in the shown run, one for each iteration and device. */
  attempts: listOf(
    object({ label: text, status: text, time: text, error: maybe(text), output: maybe(text) }),
  ),
  /** The records referenced by parameters, as far as the catalog lists them. */
  things: listOf(object({ id: text, name: text })),
  form: formNode,
  /** Their paths begin with `params` or with the name of a field of the step. */
  problems: listOf(problem),
  /** Template expressions that can have a value when the step runs. */
  expressions: listOf(text),
  /** Form of the unrecognized fields of the step and its overrides; paths begin at the step. */
  others: maybe(formNode),
});
export type StepDetails = Shaped<typeof stepDetails>;

/** A record that the flow references by id. */
const referenceItem = object({ id: text, name: maybe(text), state: maybe(text) });
export type ReferenceItem = Shaped<typeof referenceItem>;

/** A record of a list of ids, with its index in the list of the file. */
const listedReference = object({ id: text, name: maybe(text), state: maybe(text), index: number });
export type ListedReference = Shaped<typeof listedReference>;

/** The inspector content for the flow settings. */
export const settingsDetails = object({
  kind: oneOf('settings'),
  form: formNode,
  trigger: maybe(referenceItem),
  devices: listOf(listedReference),
  webhook: maybe(referenceItem),
  problems: listOf(problem),
});
export type SettingsDetails = Shaped<typeof settingsDetails>;

/** A header button. */
export const headerButton = object({
  act: oneOf(...HEADER_ACTIONS),
  label: text,
  icon: text,
  enabled: flag,
  /** Tooltip: the effect, or the reason why the button is disabled. */
  detail: text,
  /** True for the next step from the file to an active flow. */
  isPrimary: flag,
});
export type HeaderButton = Shaped<typeof headerButton>;

/** A valid flow file; only the inspected step has its details. */
const openFlow = object({
  kind: oneOf('flow'),
  version: number,
  /** File name without the path. */
  file: text,
  name: text,
  editable: flag,
  connection: object({ label: text, icon: text, detail: text }),
  buttons: listOf(headerButton),
  /** The run whose results the step rows show. */
  run: maybe(object({ label: text, action: maybe(oneOf('abortRun', 'runAgain')) })),
  errors: number,
  warnings: number,
  settingsErrors: number,
  notices: listOf(notice),
  steps: listOf(stepCard),
  /** Steps to select; undefined leaves the selection to the webview. */
  select: maybe(steps),
  /** Field that receives the focus, as the path of a problem. */
  reveal: maybe(path),
  details: anyOf(stepDetails, settingsDetails),
});
export type OpenFlow = Shaped<typeof openFlow>;

/** A file that is not a JSON object, with the first error and the text of its line. */
const brokenFlow = object({
  kind: oneOf('broken'),
  version: number,
  file: text,
  sentence: text,
  line: number,
  text,
});

/** The state that the flow editor shows. */
export const flowState = anyOf(openFlow, brokenFlow);
export type FlowState = Shaped<typeof flowState>;

export const flowEditorProtocol: Protocol<FlowRequest, FlowState> = {
  request: flowRequest,
  state: flowState,
};
