import type { FlowCatalog } from '../flow/catalog.ts';
import { FlowChecker } from '../flow/check/flowChecker.ts';
import { SchemaCache } from '../flow/check/schemaCache.ts';
import { type FlowDocument, parseFlow } from '../flow/document/flowDocument.ts';
import { type PlacedProblem, placeProblems } from './placedProblems.ts';
import { type PlacedStep, placedSteps } from './stepCards.ts';

/** A version of a flow file, parsed and checked. */
export interface FlowReading {
  readonly document: FlowDocument;
  readonly steps: readonly PlacedStep[];
  readonly problems: readonly PlacedProblem[];
  /** The first error of a file that is not a JSON object, with its offset; undefined for a file that can be shown. */
  readonly broken: { readonly sentence: string; readonly start: number } | undefined;
}

/** Parses and checks versions of one file; unchanged steps are not processed again. */
export class FlowReader {
  readonly #schemas = new SchemaCache();
  #document: FlowDocument | undefined;
  #checker: FlowChecker | undefined;
  #catalog: FlowCatalog | undefined;

  /** Parses a version of the file and checks it against the current catalog. */
  read(given: string, catalog: FlowCatalog): FlowReading {
    // An empty file is shown as an empty flow.
    const text = given.trim() === '' ? '{}' : given;
    if (!this.#checker || this.#catalog !== catalog) {
      this.#checker = new FlowChecker(catalog, this.#schemas);
      this.#catalog = catalog;
    }
    const document = this.#document?.text === text ? this.#document : parseFlow(text, this.#document);
    this.#document = document;
    const isEmpty = text !== given;
    const found = this.#checker.check(isEmpty ? parseFlow(given) : document);
    const fault = isEmpty ? undefined : found.find(one => BROKEN.includes(one.code));
    return {
      document,
      steps: placedSteps(document),
      problems: placeProblems(document, found),
      broken: fault && { sentence: fault.message, start: fault.start },
    };
  }
}

const BROKEN: readonly string[] = ['syntax', 'not-a-flow'];
