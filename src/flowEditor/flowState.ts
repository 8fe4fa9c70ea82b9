import type { StepPath } from '../flow/edit/gesture.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import { driftOf } from '../host/driftLabels.ts';
import type { FlowState, Problem, StepDetails, SettingsDetails, Target } from '../protocol/flowEditor.ts';
import { connectionLook } from './connectionLook.ts';
import { settingsDetails, stepDetails } from './details.ts';
import type { FlowSources } from './editorServices.ts';
import type { FlowFile } from './flowFile.ts';
import type { FlowReading } from './flowReader.ts';
import type { FormSchemas } from '../flow/form/formSchemas.ts';
import { headerButtons } from './headerButtons.ts';
import { noticesOf } from './notices.ts';
import { countProblems } from './placedProblems.ts';
import { type LaidRun, runLook, runOutline } from './runOutline.ts';
import { sameStep, stepCards } from './stepCards.ts';

/** What one editor knows besides the file. */
export interface EditorFacts {
  readonly target: Target;
  readonly select: readonly StepPath[] | undefined;
  /** The path of the field that is to get the focus. */
  readonly reveal: Problem['path'] | undefined;
  readonly editable: boolean;
  /** True if the workspace is trusted. */
  readonly trusted: boolean;
  /** The id of the flow that the file is linked to. */
  readonly flowId: string | undefined;
  /** The run whose outline is shown. */
  readonly run: LaidRun | undefined;
}

/** What the page of a flow shows of a version of its file. */
export function flowState(
  file: FlowFile,
  reading: FlowReading,
  services: FlowSources,
  forms: FormSchemas,
  { target, select, reveal, editable, trusted, flowId, run }: EditorFacts,
): FlowState {
  const { version, uri } = file;
  const fileName = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  if (reading.broken) {
    const { sentence, start } = reading.broken;
    const line = file.text.slice(0, start).split('\n').length;
    const text = file.text.split('\n')[line - 1]?.trim() ?? '';
    return { kind: 'broken', version, file: fileName, sentence, line, text };
  }
  const { catalogue, session, flows } = services;
  const { steps, problems } = reading;
  const name: unknown = propertyOf(reading.document.skeleton.root, 'name')?.value;
  const { errors, warnings } = countProblems(problems);
  const settings = problems.filter(({ step }) => step === undefined);
  return {
    kind: 'flow',
    version,
    file: fileName,
    name: typeof name === 'string' ? name : '',
    editable,
    connection: connectionLook(session.state),
    buttons: headerButtons({
      errors,
      connected: session.connection !== undefined,
      flowId,
      flow: flowId === undefined ? undefined : flows.byId(flowId),
      drift: driftWords(file, services.drift),
      runShown: run !== undefined,
    }),
    run: run && runLook(run.execution, Date.now()),
    errors,
    warnings,
    settingsErrors: countProblems(settings).errors,
    notices: noticesOf(
      {
        editable,
        trusted,
        session: session.state,
        catalogue: catalogue.state,
      },
      Date.now(),
    ),
    steps: stepCards(steps, catalogue.catalogue, forms, problems, run && runOutline(run, reading.document)),
    select,
    reveal,
    details: detailsOf(target, reading, services, forms),
  };
}

// What was compared is the file as it was saved.
function driftWords({ isDirty, uri }: FlowFile, drift: FlowSources['drift']): readonly string[] | undefined {
  const known = isDirty ? undefined : drift.of(uri);
  return known && driftOf(known);
}

// A step that is gone leaves the place to the one that has moved up, or to the one before.
function detailsOf(
  target: Target,
  reading: FlowReading,
  services: FlowSources,
  forms: FormSchemas,
): StepDetails | SettingsDetails {
  const { steps } = reading;
  if (target.kind === 'settings' || steps.length === 0) return settingsDetails(reading, services, forms);
  const [entry, child] = target.step;
  const found =
    steps.find(({ step }) => sameStep(step, target.step)) ??
    steps.findLast(({ step }) => step[0] === entry && (step[1] ?? -1) < (child ?? 0)) ??
    steps.findLast(({ step }) => step.length === 1 && step[0] < entry) ??
    steps[0];
  return found
    ? stepDetails(found, reading, services.catalogue.catalogue, forms)
    : settingsDetails(reading, services, forms);
}
