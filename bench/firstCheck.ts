import { FlowChecker } from '../src/flow/check/flowChecker.ts';
import type { FlowDiagnostic } from '../src/flow/document/diagnostic.ts';
import { parseFlow } from '../src/flow/document/flowDocument.ts';
import { openCatalogue } from '../src/flow/packedCatalogue.ts';

/** What happens when a flow file is opened: the kept catalogue is read as far as the flow refers to it. */
export function firstCheck(packed: Uint8Array, text: string): readonly FlowDiagnostic[] {
  const opened = openCatalogue(packed, true);
  if (!opened) throw new Error('The catalogue to measure with cannot be read.');
  return new FlowChecker(opened.catalogue).check(parseFlow(text));
}
