import type { FlowCatalog } from '../../flow/catalog.ts';
import { parseFlow } from '../../flow/document/flowDocument.ts';
import { nameOfStep } from '../../flow/document/stepName.ts';
import { addCounts, coverFlow } from '../../flow/run/coverage.ts';
import { passcodesIn } from '../../flow/run/passcodes.ts';
import { type RunStep, runSteps } from '../../flow/run/runSteps.ts';
import type { CaseResult } from '../../flowTest/runCase.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { hideSecretsInText } from '../../util/secretText.ts';
import { InputError } from '../../validate/inputFile.ts';
import type { FlowFileText } from '../../validate/flowFiles.ts';
import type { FileCoverage, StepCoverage } from './report.ts';

/** Collects the steps that ran in the attempts of all cases. */
export class CoverageCollector {
  readonly #catalog: FlowCatalog;
  readonly #files: Map<string, FileCoverage>;
  readonly #passcodes = new CodeHider();

  /** `flows` are the flow files of the cases; those of which no case runs are included. */
  constructor(flows: readonly FlowFileText[], catalog: FlowCatalog) {
    this.#catalog = catalog;
    const texts = new Map(flows.map(({ file, text }) => [file, text]));
    this.#files = new Map([...texts].map(([file, text]) => [file, this.#cover(file, text, [])]));
  }

  /** Adds an attempt of a case. */
  add({ file, text }: FlowFileText, { execution }: Pick<CaseResult, 'execution'>): void {
    if (!execution) return;
    const steps = runSteps(execution.result);
    for (const code of passcodesIn(steps)) this.#passcodes.add(code);
    const found = this.#cover(file, text, [steps]);
    const known = this.#files.get(file);
    this.#files.set(file, known ? addFiles(known, found) : found);
  }

  /** Returns the counts of all files, in the order of their paths, without the passcodes of all runs. */
  get files(): readonly FileCoverage[] {
    return sortFiles(this.#files).map(({ file, steps }) => ({
      file,
      steps: steps.map(step =>
        step.name === undefined ? step : { ...step, name: this.#passcodes.hide(step.name) },
      ),
    }));
  }

  #cover(file: string, text: string, runs: readonly (readonly RunStep[])[]): FileCoverage {
    const steps = coverFlow(parseFlow(text), this.#catalog, runs).map(
      ({ place, runs: count, rounds, decisions }): StepCoverage => ({
        number: place.step.number,
        name: hideSecretsInText(
          nameOfStep(place.step.facts.nameOverride, place.step.facts.actionId, this.#catalog),
        ),
        line: place.line + 1,
        runs: count,
        ...(rounds === undefined ? {} : { rounds }),
        decisions: [...decisions],
      }),
    );
    return { file, steps };
  }
}

/** Merges the coverage of the parts of a run. Throws InputError if a flow file differs between them. */
export function mergeCoverage(parts: readonly (readonly FileCoverage[])[]): readonly FileCoverage[] {
  const files = new Map<string, FileCoverage>();
  for (const part of parts.flat()) {
    const known = files.get(part.file);
    if (known && outlineOf(known) !== outlineOf(part))
      throw new InputError(
        `The reports are of different versions of ${part.file}; merge the reports of one run only.`,
      );
    files.set(part.file, known ? addFiles(known, part) : part);
  }
  return sortFiles(files);
}

function addFiles(one: FileCoverage, other: FileCoverage): FileCoverage {
  const steps = one.steps.map((step, index): StepCoverage => {
    const same = other.steps[index];
    if (!same) return step;
    const { runs, rounds, decisions } = addCounts(
      { ...step, rounds: step.rounds },
      { ...same, rounds: same.rounds },
    );
    return { ...step, runs, ...(rounds === undefined ? {} : { rounds }), decisions: [...decisions] };
  });
  return { file: one.file, steps };
}

function outlineOf({ steps }: FileCoverage): string {
  return JSON.stringify(
    steps.map(({ number, line, decisions }) => [number, line, decisions.map(({ kind }) => kind)]),
  );
}

function sortFiles(files: ReadonlyMap<string, FileCoverage>): readonly FileCoverage[] {
  return [...files.keys()].toSorted().flatMap(file => files.get(file) ?? []);
}
