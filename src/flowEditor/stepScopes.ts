import type { FlowCatalog } from '../flow/catalog.ts';
import { dataScope, type DataScope } from '../flow/data/dataScope.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';

interface KeptScope {
  readonly document: FlowDocument;
  readonly catalog: FlowCatalog;
  readonly key: string;
  readonly scope: DataScope;
}

/** The data that steps can read. That of the last step is kept, because it remembers what was found in it. */
export class StepScopes {
  #kept: KeptScope | undefined;

  /** Returns the data that a step of a document can read. */
  of(document: FlowDocument, catalog: FlowCatalog, step: StepPath): DataScope {
    const key = String(step);
    const known = this.#kept;
    if (known?.document === document && known.catalog === catalog && known.key === key) return known.scope;
    const scope = dataScope(document, step, { catalog });
    this.#kept = { document, catalog, key, scope };
    return scope;
  }
}
