import type { FlowCatalog } from '../catalog.ts';
import type { DiagnosticCode, FlowDiagnostic } from '../document/diagnostic.ts';
import { type JsonNode, rangeOf } from '../document/jsonTree.ts';
import { uuidNodes } from '../document/stringNodes.ts';
import { findNamedReference } from '../findNamedReference.ts';
import { isListed, KIND_WORDS, type ReferenceKind, referenceKindAt } from '../referenceKind.ts';
import type { PathSegment } from '../template.ts';

const CODES: Readonly<Record<ReferenceKind, DiagnosticCode>> = {
  mailbox: 'unknown-mailbox',
  device: 'unknown-device',
  trigger: 'unknown-trigger',
  webhook: 'unknown-webhook',
  app: 'unknown-app',
  action: 'unknown-action',
};

/** Returns a hint for each ID in the parameters of a step that its connection does not list. */
export function findUnknownReferences(params: JsonNode | undefined, catalog: FlowCatalog): FlowDiagnostic[] {
  return uuidNodes(params).flatMap(([node, path]) => {
    const kind = unknownKind(String(node.value), path, catalog);
    return kind ? [unknownReference(kind, node)] : [];
  });
}

/** Returns the hint for an ID that its connection does not list. */
export function unknownReference(kind: ReferenceKind, node: JsonNode): FlowDiagnostic {
  const message = `This connection lists no ${KIND_WORDS[kind]} with this ID.`;
  return { code: CODES[kind], severity: 'hint', ...rangeOf(node), message };
}

function unknownKind(
  id: string,
  path: readonly PathSegment[],
  catalog: FlowCatalog,
): ReferenceKind | undefined {
  const kind = referenceKindAt(path);
  return kind && !findNamedReference(kind, id, catalog) && isListed(kind, catalog) ? kind : undefined;
}
