import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import { type FlowDocument, parseFlow } from '../flow/document/flowDocument.ts';
import { type PlacedProblem, placeProblems } from './placedProblems.ts';
import { type PlacedStep, placedSteps } from './stepCards.ts';

/** A version of a flow file with its steps and problems. */
export interface FlowReading {
  readonly document: FlowDocument;
  readonly steps: readonly PlacedStep[];
  readonly problems: readonly PlacedProblem[];
  /** The first error of a file that is not a JSON object, with its offset; undefined for a file that can be shown. */
  readonly broken: { readonly sentence: string; readonly start: number } | undefined;
}

/** Assigns the diagnostics of a flow document to its steps. An empty file is read as an empty flow. */
export function readFlow(flow: FlowDocument, diagnostics: readonly FlowDiagnostic[]): FlowReading {
  const isEmpty = flow.text.trim() === '';
  const document = isEmpty ? parseFlow('{}') : flow;
  const fault = isEmpty ? undefined : diagnostics.find(({ code }) => BROKEN.includes(code));
  return {
    document,
    steps: placedSteps(document),
    problems: placeProblems(document, diagnostics),
    broken: fault && { sentence: fault.message, start: fault.start },
  };
}

const BROKEN: readonly string[] = ['syntax', 'not-a-flow'];
