import type { FlowValidation } from '../../contract/records/flow.ts';
import { plainText } from '../../util/plainText.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { childOf, type JsonNode, rangeOf } from '../document/jsonTree.ts';
import type { PathSegment } from '../template.ts';

/** The most findings of a service that are shown for a flow, and the most characters of each. */
const MAX_FINDINGS = 100;
const MAX_LENGTH = 500;

/**
 * Returns what a service found in a flow as diagnostics at the fields that it names, without errors where `known` has an
 * error already. A field that the text does not have is reported at the closest value around it.
 */
export function serviceDiagnostics(
  document: FlowDocument,
  { errors, warnings }: FlowValidation,
  known: readonly FlowDiagnostic[],
): readonly FlowDiagnostic[] {
  const { root } = document;
  if (!root) return [];
  // What an earlier check of the service found is replaced.
  const ranges = known.filter(({ severity, code }) => severity === 'error' && code !== 'service');
  const found = (errors ?? []).slice(0, MAX_FINDINGS).flatMap(({ message, field }): FlowDiagnostic[] => {
    const path = pathOf(field ?? '');
    const node = closestNode(root, path);
    const range = node === root ? nameRange(root) : rangeOf(node);
    if (node !== root && ranges.some(other => overlaps(other, range))) return [];
    return [diagnostic('error', message, range)];
  });
  const warned = (warnings ?? [])
    .slice(0, MAX_FINDINGS)
    .map(({ message }) => diagnostic('warning', message, nameRange(root)));
  return [...found, ...warned];
}

function diagnostic(severity: 'error' | 'warning', message: string, range: TextRange): FlowDiagnostic {
  return {
    code: 'service',
    severity,
    message: `The service reports: ${plainText(message, MAX_LENGTH)}`,
    ...range,
  };
}

/** Reads a field such as `actions[0].params.x`, `body.actions.0.params`, or `/actions/0/params`. */
function pathOf(field: string): readonly PathSegment[] {
  const [first, ...rest] = field.split(/[.[\]/]+/).filter(segment => segment !== '');
  const names = first === undefined || first === 'body' ? rest : [first, ...rest];
  return names.map(name => (/^\d{1,9}$/.test(name) ? Number(name) : name));
}

function closestNode(root: JsonNode, path: readonly PathSegment[]): JsonNode {
  let node = root;
  for (const segment of path) {
    // A service can name a parameter of a step without the object around it.
    const next =
      childOf(node, segment) ??
      (segment === 'params' ? childOf(childOf(node, 'overrides'), segment) : undefined);
    if (!next) break;
    node = next;
  }
  return node;
}

/** Returns the range of the first property, since a whole file would be underlined otherwise. */
function nameRange(root: JsonNode): TextRange {
  const [first] = root.children ?? [];
  return rangeOf(first ?? root);
}

function overlaps(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
}
