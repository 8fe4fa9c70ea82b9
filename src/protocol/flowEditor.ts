import type { Protocol } from './envelope.ts';
import { flowEdit, segment, stepPath, insertionPoint } from './flowEdit.ts';
import type { StepChange } from '../flow/edit/stepActions.ts';
import type { OutputNode } from '../flow/run/outputTree.ts';
import type { StepExplanation } from '../flow/run/runSteps.ts';
import { valueLabel } from './flowValues.ts';
import { formNode } from './form.ts';
import { shownRecording } from './recorder.ts';
import {
  anyOf,
  flag,
  json,
  arrayOf,
  maybe,
  number,
  object,
  oneOf,
  type Guard,
  type Shaped,
  text,
} from './shape.ts';

const path = arrayOf(segment);
const steps = arrayOf(stepPath);

/** The content of the inspector: the flow settings or one step. */
export const inspectorTarget = anyOf(
  object({ kind: oneOf('settings') }),
  object({ kind: oneOf('step'), step: stepPath }),
);
export type InspectorTarget = Shaped<typeof inspectorTarget>;

/** Commands of the header buttons and the notices. */
const HEADER_ACTIONS = [
  'problems',
  'connection',
  'create',
  'verify',
  'checkOnService',
  'activate',
  'preview',
  'openText',
  'schema',
  'refreshCatalog',
  'trust',
  'runFlow',
  'runFromStep',
  'debugFlow',
  'runTests',
  'runs',
  'hideRun',
  'abortRun',
  'runAgain',
  'runStep',
  'runToStep',
  'debugToStep',
  'openTrace',
  'showInTrace',
  'deliverMail',
  'stopTrial',
  'showPhone',
  'chooseTrialPhone',
  'editTrialPayload',
  'record',
  'fill',
  'stopRecording',
  'undoRecordedStep',
  'changeSelector',
  'useTypedValues',
] as const;
export type HeaderAction = (typeof HEADER_ACTIONS)[number];

/** Menu commands for the selected steps. */
export type StepAction = StepChange | 'add' | 'addInside' | 'cut' | 'copy' | 'paste' | 'rename';

/**
 * A request from the flow editor webview to the extension. `edit`, `insertStep`, `replaceAction`, `choose`, `chooseParam`
 * and `paste` change the flow: `base` is the document version they apply to, and they return an
 * EditReply. `find` returns the matching steps, `findActions` ActionMatches, and `findValues` ValueChoices; all
 * others return null.
 */
export const flowRequest = anyOf(
  object({ kind: oneOf('show'), target: inspectorTarget, selected: steps }),
  object({ kind: oneOf('edit'), base: number, edit: flowEdit }),
  object({ kind: oneOf('insertStep'), base: number, to: insertionPoint, actionId: text }),
  object({ kind: oneOf('findActions'), text }),
  object({ kind: oneOf('replaceAction'), base: number, step: stepPath }),
  object({ kind: oneOf('choose'), base: number, field: oneOf('triggerId', 'deviceIds', 'notifyWebhookId') }),
  /** Lets the user choose the record whose id is the value of a step parameter, or a credential or an app by its name. */
  object({
    kind: oneOf('chooseParam'),
    base: number,
    step: stepPath,
    path,
    refersTo: oneOf('mailbox', 'device', 'trigger', 'webhook', 'app', 'action', 'credential', 'package'),
  }),
  /** Lets the user pick the element that a step parameter takes on the device of the flow. */
  object({ kind: oneOf('pickElement'), step: stepPath, path }),
  object({ kind: oneOf('copyId'), id: text }),
  object({ kind: oneOf('copy'), steps }),
  /** Inserts the steps from the clipboard; a webview that has their text sends a `pasteSteps` edit instead. */
  object({ kind: oneOf('paste'), base: number, to: insertionPoint }),
  object({ kind: oneOf('undo') }),
  object({ kind: oneOf('find'), text }),
  /** Finds the values that a step can read; `inside` is the expression of a value whose members are wanted. */
  object({ kind: oneOf('findValues'), step: stepPath, text, inside: maybe(text) }),
  object({ kind: oneOf('focus'), steps: flag }),
  /** Adds a breakpoint to a step, or removes those that it has. */
  object({ kind: oneOf('toggleBreakpoint'), step: stepPath }),
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

/** The message about a stale edit. */
export const CHANGED_AT_ONCE = 'The flow changed at the same time, so nothing was done. Try again.';

export const foundSteps = steps;

/** The actions of the catalog that match a text. */
export const actionMatches = object({
  actions: arrayOf(
    object({ id: text, name: text, service: text, icon: text, description: text, isRecent: flag }),
  ),
  /** Number of all matches, of which `actions` has the first. */
  total: number,
  /** The reason why there are no actions. */
  hint: maybe(text),
});
export type ActionMatches = Shaped<typeof actionMatches>;

export type EditReply = Shaped<typeof editReply>;

/** A diagnostic; `path` leads from the inspected step or the settings to the value in question. */
export const problem = object({
  severity: oneOf('error', 'warning', 'information', 'hint'),
  message: text,
  path,
  /** The keyword of a violated schema. */
  keyword: maybe(text),
  /** True if the value at `path` is missing. */
  missing: maybe(flag),
});
export type Problem = Shaped<typeof problem>;

/** The result of a step in a run. */
export const stepRun = object({
  /** `paused` while a debug session is stopped before the step; `edited` if the step has changed since it ran. */
  state: oneOf('waiting', 'running', 'paused', 'succeeded', 'failed', 'aborted', 'skipped', 'edited'),
  /** Display text of the duration, after the number of executions if there were several; empty if unknown. */
  time: text,
  error: maybe(text),
});
export type StepRun = Shaped<typeof stepRun>;

/** A parameter in a row of the step list. */
const fact = object({
  name: text,
  /** Display text of the value. */
  value: text,
  /** The value in pieces, if it contains expressions: text, and labels of expressions with or without a value. */
  pieces: maybe(arrayOf(object({ kind: oneOf('text', 'value', 'problem'), parts: arrayOf(text) }))),
});
export type Fact = Shaped<typeof fact>;

/** A row of the step list. */
const stepCard = object({
  step: stepPath,
  name: text,
  /** Name of its action, or the id if the action is unknown. */
  action: text,
  icon: text,
  service: text,
  /** The most significant parameters. */
  facts: arrayOf(fact),
  continueOnError: flag,
  known: flag,
  errors: number,
  warnings: number,
  /** True if it has steps inside, or its action repeats or chooses between them. */
  canContainSteps: flag,
  /** Set while a run is shown that covers the step. */
  run: maybe(stepRun),
  /** True if it did not run in the last run of tests with coverage. */
  isUncovered: maybe(flag),
  /** The look of its breakpoint, if it has one; `off` for a disabled one. */
  breakpoint: maybe(oneOf('plain', 'conditional', 'log', 'off')),
  /** True while a debug session is stopped at the step. */
  isStopped: maybe(flag),
});
export type StepCard = Shaped<typeof stepCard>;

/** A message about the flow or the window, with an optional command. */
export const notice = object({
  severity: oneOf('warning', 'information'),
  sentence: text,
  act: maybe(object({ act: oneOf(...HEADER_ACTIONS), label: text })),
});
export type Notice = Shaped<typeof notice>;

/** A record that the flow references by id, with facts that tell it apart from others. */
const reference = { id: text, name: maybe(text), detail: maybe(text) };
const referenceItem = object(reference);
export type ReferenceItem = Shaped<typeof referenceItem>;
/** A line of the output of a step, with the lines below it. */
const outputNode: Guard<OutputNode> = (value): value is OutputNode => outputLine(value);

const outputLine = object({ name: text, value: text, children: arrayOf(outputNode) });

/** The run of a file as it would start now. */
export const running = object({
  /** Name of the phone on which it runs; undefined if it has to be chosen. */
  phone: maybe(text),
  /** True while a run can be stopped. */
  isRunning: flag,
  /** True if the file reads the payload of the trigger, for which the user gives sample values. */
  readsPayload: flag,
  /** True if there is a service that the file can be checked on. */
  canCheck: flag,
  /** True if the file is linked to a flow that can be verified. */
  canVerify: flag,
});
export type Running = Shaped<typeof running>;

/** The reason for the result of a step; `fix` carries out the first action. */
const explanation: Guard<StepExplanation> = object({
  sentence: text,
  facts: arrayOf(text),
  actions: arrayOf(text),
  fix: maybe(object({ path, value: json })),
});

/** The inspector content for a step. */
const stepDetails = object({
  kind: oneOf('step'),
  step: stepPath,
  actionId: text,
  action: text,
  description: text,
  service: text,
  method: text,
  nameOverride: text,
  continueOnError: flag,
  /** True if the step is recorded; undefined if neither it nor the flow says something about recorded steps. */
  isRecorded: maybe(flag),
  known: flag,
  /**
   * `given` if the action has a parameter schema, `none` if it has not, `unknown` if the catalog does not list the
   * action.
   */
  schema: oneOf('given', 'none', 'unknown'),
  /** Display texts of the results in the shown run, one for each iteration and device. */
  attempts: arrayOf(
    object({
      label: text,
      status: text,
      time: text,
      error: maybe(text),
      /** The reason, if the evidence of the run shows more than the error. */
      explanation: maybe(explanation),
      output: arrayOf(outputNode),
    }),
  ),
  /** The records referenced by parameters; those that the connection does not list have no name. */
  references: arrayOf(referenceItem),
  form: formNode,
  /** The expression that tells if its condition held, for a step that runs the steps inside only then. */
  outcome: maybe(text),
  /** The pointers of the parameters that take an element of the screen. */
  elementPointers: arrayOf(text),
  /** Their paths begin with `params` or with the name of a field of the step. */
  problems: arrayOf(problem),
  /** The labels of the expressions in its parameters and other fields. */
  values: arrayOf(valueLabel),
  /** Form of the unrecognized fields of the step and its overrides; paths begin at the step. */
  others: maybe(formNode),
});
export type StepDetails = Shaped<typeof stepDetails>;

/** A record of a list of ids, with its index in the list of the file. */
const listedReference = object({ ...reference, index: number });
export type ListedReference = Shaped<typeof listedReference>;

/** The inspector content for the flow settings. */
const settingsDetails = object({
  kind: oneOf('settings'),
  form: formNode,
  trigger: maybe(referenceItem),
  devices: arrayOf(listedReference),
  webhook: maybe(referenceItem),
  problems: arrayOf(problem),
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
  buttons: arrayOf(headerButton),
  running,
  /** The run whose results the step rows show. */
  run: maybe(
    object({
      label: text,
      /** True if it ended with a failure. */
      hasFailed: flag,
      action: maybe(oneOf('abortRun', 'runAgain')),
      /** True while a step waits for mail that the user can deliver. */
      waitsForMail: flag,
    }),
  ),
  /** Set while a device is recorded into the file. */
  recording: maybe(shownRecording),
  errors: number,
  warnings: number,
  settingsErrors: number,
  notices: arrayOf(notice),
  steps: arrayOf(stepCard),
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
