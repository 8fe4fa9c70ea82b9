import { checkFlow } from '../src/flow/check/checkFlow.ts';
import type { FlowDiagnostic } from '../src/flow/document/diagnostic.ts';
import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { decodeCatalog } from '../src/stores/keptCatalog.ts';

/** Does the work of opening a flow file: reads the stored catalog, and parses and checks the flow. */
export function firstCheck(kept: Uint8Array, text: string): readonly FlowDiagnostic[] {
  const opened = decodeCatalog(kept);
  if (!opened) throw new Error('The catalog to measure with cannot be read.');
  return checkFlow(parseFlow(text), opened.catalog);
}
