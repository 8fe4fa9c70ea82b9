import type { FlowCatalog } from '../flow/catalog.ts';
import { FlowChecker } from '../flow/check/flowChecker.ts';
import { SchemaCache } from '../flow/check/schemaCache.ts';
import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';

/** Checks flow documents against the newest catalog, each once per catalog. */
export class CatalogChecker {
  readonly #store: { readonly catalog: FlowCatalog };
  readonly #schemas = new SchemaCache();
  #catalog: FlowCatalog;
  #checker: FlowChecker;
  #checked = new WeakMap<FlowDocument, readonly FlowDiagnostic[]>();

  constructor(store: { readonly catalog: FlowCatalog }) {
    this.#store = store;
    this.#catalog = store.catalog;
    this.#checker = new FlowChecker(this.#catalog, this.#schemas);
  }

  /** Returns all diagnostics of a document, sorted by position in the text. */
  check(document: FlowDocument): readonly FlowDiagnostic[] {
    const checker = this.#newest;
    let found = this.#checked.get(document);
    if (!found) {
      found = checker.check(document);
      this.#checked.set(document, found);
    }
    return found;
  }

  /** Checks entries until `isLate` returns true; returns true if `check` only has to combine the results. */
  prepare(document: FlowDocument, isLate: () => boolean): boolean {
    const checker = this.#newest;
    return this.#checked.has(document) || checker.prepare(document, isLate);
  }

  get #newest(): FlowChecker {
    const { catalog } = this.#store;
    if (catalog !== this.#catalog) {
      this.#catalog = catalog;
      this.#checker = new FlowChecker(catalog, this.#schemas);
      this.#checked = new WeakMap();
    }
    return this.#checker;
  }
}
