import type { Protocol } from './envelope.ts';
import { flowGesture, segment, stepPath, stepSpot } from './flowGesture.ts';
import { formNode } from './form.ts';
import { anyOf, flag, listOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

const path = listOf(segment);
const steps = listOf(stepPath);

/** What the right side of the editor shows: the settings of the flow, or a step. */
export const target = anyOf(
  object({ kind: oneOf('settings') }),
  object({ kind: oneOf('step'), step: stepPath }),
);
/** What the right side of the editor shows. */
export type Target = Shaped<typeof target>;

/** What the buttons of the header and of notices do; each runs a command of the window. */
export const HEADER_ACTS = [
  'problems',
  'connection',
  'validate',
  'create',
  'verify',
  'activate',
  'preview',
  'openText',
  'schema',
  'refreshCatalogue',
  'trust',
  'run',
  'hideRun',
  'abortRun',
  'runAgain',
] as const;
/** One of the acts of the header and of notices. */
export type HeaderAct = (typeof HEADER_ACTS)[number];

/** What the menus of the window can do to the steps that are selected. */
export type StepAct =
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
 * What a page asks of its host. `edit`, `addStep`, `replaceAction`, `choose`, `chooseParam` and `paste` change the flow, name the
 * version that they were made on and are answered by an EditReply, `find` by the steps found; all others by null.
 */
export const flowRequest = anyOf(
  object({ kind: oneOf('show'), target, selected: steps }),
  /** Edits of one `run` of typing are undone together. */
  object({ kind: oneOf('edit'), base: number, gesture: flowGesture, run: maybe(number) }),
  object({ kind: oneOf('addStep'), base: number, to: stepSpot }),
  object({ kind: oneOf('replaceAction'), base: number, step: stepPath }),
  object({ kind: oneOf('choose'), base: number, field: oneOf('triggerId', 'deviceIds', 'notifyWebhookId') }),
  /** Has the thing chosen that a parameter of a step names by its id. */
  object({ kind: oneOf('chooseParam'), base: number, step: stepPath, path }),
  object({ kind: oneOf('copy'), steps }),
  /** Puts in the steps of the clipboard; a page that has them itself sends the gesture. */
  object({ kind: oneOf('paste'), base: number, to: stepSpot }),
  /** Answered by the steps that hold the text. */
  object({ kind: oneOf('find'), text }),
  object({ kind: oneOf('focus'), steps: flag }),
  object({ kind: oneOf('act'), act: oneOf(...HEADER_ACTS) }),
);
/** A request of the page of a flow. */
export type FlowRequest = Shaped<typeof flowRequest>;

/**
 * What an edit came to: done, with the version of the file behind it and where the steps it touched are; refused in
 * a sentence; made on a version that is not the newest; or given up by the person.
 */
export const editReply = anyOf(
  object({ kind: oneOf('done'), version: number, steps }),
  object({ kind: oneOf('refused'), sentence: text }),
  object({ kind: oneOf('stale', 'cancelled') }),
);
/** The steps that `find` has found. */
export const foundSteps = steps;

/** What an edit came to. */
export type EditReply = Shaped<typeof editReply>;

/** A finding, and the path from what is shown to the value that it is about. */
export const problem = object({
  severity: oneOf('error', 'warning', 'information', 'hint'),
  message: text,
  path,
});
/** A finding beside a field. */
export type Problem = Shaped<typeof problem>;

/** What a run did with a step. */
export const stepRun = object({
  state: oneOf('waiting', 'running', 'succeeded', 'failed', 'aborted', 'skipped'),
  /** How long it took, or since when it runs, in words; empty where that is not known. */
  time: text,
  error: maybe(text),
});
/** What a run did with a step. */
export type StepRun = Shaped<typeof stepRun>;

/** A step as a line of the list. */
export const stepCard = object({
  step: stepPath,
  name: text,
  /** Name of its action, or the id of one that is not known. */
  action: text,
  icon: text,
  service: text,
  /** Its most telling parameters. */
  facts: listOf(object({ name: text, value: text })),
  continueOnError: flag,
  known: flag,
  errors: number,
  warnings: number,
  /** Whether other steps can be put into it. */
  canHold: flag,
  /** Set while a run is shown that has the step. */
  run: maybe(stepRun),
});
/** A step as a line of the list. */
export type StepCard = Shaped<typeof stepCard>;

/** Something that the person should know of the flow or the window, with what can be done about it. */
export const notice = object({
  severity: oneOf('warning', 'information'),
  sentence: text,
  act: maybe(object({ act: oneOf(...HEADER_ACTS), label: text })),
});
/** Something that the person should know. */
export type Notice = Shaped<typeof notice>;

/** A step as the inspector shows it. */
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
  /** What the parameters are checked against; `unknown` while no catalogue tells of the action. */
  schema: oneOf('given', 'none', 'unknown'),
  /** What the run that is shown did with it in each round on each device, in words. */
  attempts: listOf(
    object({ label: text, status: text, time: text, error: maybe(text), output: maybe(text) }),
  ),
  /** The things that its parameters name by ids and that are known. */
  things: listOf(object({ id: text, name: text })),
  form: formNode,
  /** Paths in it begin with `params`, or with the name of a field of the step. */
  problems: listOf(problem),
  /** Expressions that have a value when the step runs. */
  expressions: listOf(text),
  /** What the step and its overrides hold besides the known fields, as a form whose paths begin at the step. */
  others: maybe(formNode),
});
/** A step as the inspector shows it. */
export type StepDetails = Shaped<typeof stepDetails>;

/** A thing that the flow names by its id. */
export const namedThing = object({ id: text, name: maybe(text), state: maybe(text) });
/** A thing that the flow names by its id. */
export type NamedThing = Shaped<typeof namedThing>;

/** A thing of a list of ids, with its number in the list of the file. */
export const listedThing = object({ id: text, name: maybe(text), state: maybe(text), index: number });
/** A thing of a list of ids. */
export type ListedThing = Shaped<typeof listedThing>;

/** The settings of the flow as the inspector shows them. */
export const settingsDetails = object({
  kind: oneOf('settings'),
  form: formNode,
  trigger: maybe(namedThing),
  devices: listOf(listedThing),
  webhook: maybe(namedThing),
  problems: listOf(problem),
});
/** The settings of the flow as the inspector shows them. */
export type SettingsDetails = Shaped<typeof settingsDetails>;

/** A button of the header, from left to right. */
export const headerButton = object({
  act: oneOf(...HEADER_ACTS),
  label: text,
  icon: text,
  enabled: flag,
  /** What it does, or why it cannot be used now. */
  detail: text,
  /** Whether it is what the file needs next. */
  isPrimary: flag,
});
/** A button of the header. */
export type HeaderButton = Shaped<typeof headerButton>;

/** A flow that can be read, whole but for the steps that are not looked at. */
export const openFlow = object({
  kind: oneOf('flow'),
  version: number,
  /** Name of the file. */
  file: text,
  name: text,
  editable: flag,
  connection: object({ label: text, icon: text, detail: text }),
  buttons: listOf(headerButton),
  /** The run whose outline the steps show. */
  run: maybe(object({ label: text, state: text, live: flag })),
  errors: number,
  warnings: number,
  settingsErrors: number,
  notices: listOf(notice),
  steps: listOf(stepCard),
  /** What is to be selected, where the host decides it. */
  select: maybe(steps),
  /** A field of what is shown that is to get the focus; its path is as that of a finding. */
  reveal: maybe(path),
  details: anyOf(stepDetails, settingsDetails),
});
/** A flow that can be read. */
export type OpenFlow = Shaped<typeof openFlow>;

/** A file that is not JSON, with the first thing that is wrong. */
export const brokenFlow = object({
  kind: oneOf('broken'),
  version: number,
  file: text,
  sentence: text,
  line: number,
  text,
});

/** What the page shows. */
export const flowState = anyOf(openFlow, brokenFlow);
/** What the page shows. */
export type FlowState = Shaped<typeof flowState>;

/** The words between the visual flow editor's page and its host. */
export const flowEditorProtocol: Protocol<FlowRequest, FlowState> = {
  request: flowRequest,
  state: flowState,
};
