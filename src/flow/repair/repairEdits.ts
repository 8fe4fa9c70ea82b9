import type { TraceStep } from '../../contract/sandbox/traces.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { type FlowDocument, parseFlow, stepModelAt, type TextEdit } from '../document/flowDocument.ts';
import { applyEdit } from '../edit/applyEdit.ts';
import { type StepPath, stepNumber } from '../edit/flowEdit.ts';
import { capital, stepReference } from '../explain/explanation.ts';
import { elementOfStep } from '../record/elementOfStep.ts';
import { paramsEdit, withElement } from '../record/elementParams.ts';
import type { Selector } from '../selector/selector.ts';
import { equalJson } from '../schema/equal.ts';
import { findTracedStep } from '../trace/findTracedStep.ts';
import type { NamedBySelector, Repair } from './repair.ts';

/** A repair of a step of a flow file. */
export interface StepRepair {
  readonly path: StepPath;
  readonly from: NamedBySelector;
  readonly to: Selector;
}

/** A repair with the range of its step in the file. */
export interface LocatedRepair extends StepRepair {
  readonly range: TextRange;
}

/** The edits that write repairs into a flow file, or the reason why they do not fit, as a sentence. */
export type RepairEdits = { readonly edits: readonly TextEdit[] } | { readonly refusal: string };

/**
 * Returns edits that change nothing but the elements that steps name. Refuses if a step no longer names the element that
 * its repair replaces.
 */
export function repairEdits(
  text: string,
  catalog: Pick<FlowCatalog, 'action'>,
  repairs: readonly StepRepair[],
): RepairEdits {
  const document = parseFlow(text);
  const edits: TextEdit[] = [];
  for (const repair of repairs) {
    const found = editsOf(text, document, catalog, repair);
    if ('refusal' in found) return found;
    edits.push(...found.edits);
  }
  return { edits: edits.toSorted((one, other) => one.start - other.start) };
}

function editsOf(
  text: string,
  document: FlowDocument,
  catalog: Pick<FlowCatalog, 'action'>,
  { path, from, to }: StepRepair,
): RepairEdits {
  const { action, own = {}, named } = elementOfStep(stepModelAt(document, path), catalog) ?? {};
  const isSame =
    named?.by === 'selector' &&
    equalJson(named.selector, from.selector) &&
    (named.isPart ?? false) === from.isPart;
  if (!action || !isSame)
    return {
      refusal: `Step ${stepNumber(path)} has changed since the run and no longer names the same element. Run the flow again.`,
    };
  const after = withElement(action, own, 'element', { by: 'selector', selector: to });
  const edit = after && paramsEdit(path, own, after);
  if (!edit)
    return { refusal: `The action of step ${stepNumber(path)} cannot name the element in this way.` };
  const outcome = applyEdit(text, edit);
  return outcome.kind === 'refused' ? { refusal: outcome.sentence } : { edits: outcome.edits };
}

/**
 * Finds the steps of a flow file that repairs are for, or returns the reason why one is missing. `steps` are those of
 * the failed run.
 */
export function locateRepairs<R extends Pick<Repair, 'step' | 'from' | 'to'>>(
  text: string,
  steps: readonly TraceStep[],
  repairs: readonly R[],
): readonly (R & LocatedRepair)[] | { readonly refusal: string } {
  const document = parseFlow(text);
  const located: (R & LocatedRepair)[] = [];
  for (const repair of repairs) {
    const place = placeOf(document, steps, repair.step);
    if (!place)
      return { refusal: `${capital(stepReference(repair.step))} was removed from the flow after the run.` };
    located.push({ ...repair, ...place });
  }
  return located;
}

/** Returns the place of the step of the file that a step ran as. */
function placeOf(
  document: FlowDocument,
  steps: readonly TraceStep[],
  step: TraceStep,
): Pick<LocatedRepair, 'path' | 'range'> | undefined {
  // The sandbox runs a flow of another service with its own actions, whose IDs the file does not have.
  const found =
    findTracedStep(document, steps, step) ??
    findTracedStep(document, steps.map(withoutAction), withoutAction(step));
  const [, entry, , child] = found?.path ?? [];
  if (!found || typeof entry !== 'number') return undefined;
  return { path: typeof child === 'number' ? [entry, child] : [entry], range: found.range };
}

function withoutAction(step: TraceStep): TraceStep {
  return { ...step, actionId: undefined };
}
