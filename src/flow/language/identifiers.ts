import type { FlowCatalog, KnownReferences } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { stepsOf } from '../document/entryModel.ts';
import { entryAt, type FlowDocument, fromEnvelopeOffset } from '../document/flowDocument.ts';
import { type JsonNode, propertyOf } from '../document/jsonTree.ts';

/** An ID in a flow file, with the kind of resource that it references. */
export interface FlowIdentifier extends TextRange {
  readonly id: string;
  readonly kind: 'action' | 'device' | 'trigger' | 'webhook';
  /** The name of the resource, if known. */
  readonly name: string | undefined;
}

/** Returns the IDs in a flow file that touch a range, in text order. */
export function identifiersOf(
  document: FlowDocument,
  catalog: FlowCatalog,
  within: TextRange = { start: 0, end: document.text.length },
): readonly FlowIdentifier[] {
  const found: FlowIdentifier[] = [];
  const add = (
    kind: FlowIdentifier['kind'],
    node: JsonNode | undefined,
    toDocumentOffset: (offset: number) => number,
    nameOf: (id: string) => string | undefined,
  ): void => {
    if (node?.type !== 'string') return;
    const id = node.value as string;
    found.push({
      id,
      kind,
      name: nameOf(id),
      start: toDocumentOffset(node.offset),
      end: toDocumentOffset(node.offset + node.length),
    });
  };
  const { root } = document.envelope;
  const inEnvelope = (offset: number): number => fromEnvelopeOffset(document, offset);
  add('trigger', propertyOf(root, 'triggerId'), inEnvelope, nameIn(catalog.triggers));
  add('webhook', propertyOf(root, 'notifyWebhookId'), inEnvelope, nameIn(catalog.webhooks));
  for (const node of propertyOf(root, 'deviceIds')?.children ?? []) {
    add('device', node, inEnvelope, nameIn(catalog.devices));
  }
  const [first, last] = [entryAt(document, within.start), entryAt(document, within.end)];
  for (let index = Math.max(0, first); index <= last; index++) {
    const entry = document.entries[index];
    if (!entry) break;
    const start = document.starts[index] ?? 0;
    for (const step of stepsOf(entry.step)) {
      add(
        'action',
        step.actionId,
        offset => offset + start,
        id => catalog.action(id)?.name,
      );
    }
  }
  return found
    .filter(({ start, end }) => start <= within.end && end >= within.start)
    .toSorted((left, right) => left.start - right.start);
}

function nameIn(references: KnownReferences): (id: string) => string | undefined {
  return id => references?.find(reference => reference.id === id)?.name;
}
