import { FlowChecker } from '../src/flow/check/flowChecker.ts';
import type { FlowDiagnostic } from '../src/flow/document/diagnostic.ts';
import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { openCatalog } from '../src/flow/packedCatalog.ts';

/**
 * Does the work of opening a flow file: reads the stored catalog as far as the flow refers to it, and checks the flow.
 */
export function firstCheck(packed: Uint8Array, text: string): readonly FlowDiagnostic[] {
  const opened = openCatalog(packed, true);
  if (!opened) throw new Error('The catalog to measure with cannot be read.');
  return new FlowChecker(opened.catalog).check(parseFlow(text));
}
