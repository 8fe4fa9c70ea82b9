import type { FlowCatalog, NamedReference } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { referenceLabel } from '../namedReferences.ts';
import { stepsOf, textOf } from '../document/stepModel.ts';
import { entriesIn, type FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, propertyOf, rangeOf } from '../document/jsonTree.ts';
import { uuidNodes } from '../document/stringNodes.ts';
import { findNamedReference, referencesOfKind } from '../findNamedReference.ts';
import {
  isListed,
  KIND_WORDS,
  kindOfKnown,
  type ReferenceKind,
  referenceKindAt,
  unknownText,
} from '../referenceKind.ts';
import { isUuid } from '../../util/isUuid.ts';
import { code, escapeMarkdown } from '../../util/markdown.ts';

/** An ID in a flow file, with the kind of resource that it references. */
export interface FlowIdentifier extends TextRange {
  readonly id: string;
  readonly kind: ReferenceKind;
  /** The resource, if it is known. */
  readonly reference: NamedReference | undefined;
  /** True if the connection lists all resources of the kind, but not this one. */
  readonly isUnknown: boolean;
}

/** Returns the IDs in a flow file that touch a range, in text order. */
export function identifiersOf(
  document: FlowDocument,
  catalog: FlowCatalog,
  within: TextRange = { start: 0, end: document.text.length },
): readonly FlowIdentifier[] {
  const found: FlowIdentifier[] = [];
  const add = (kind: ReferenceKind, node: JsonNode | undefined): void => {
    const id = textOf(node);
    if (!node || id === undefined) return;
    const reference = findNamedReference(kind, id, catalog);
    found.push({
      id,
      kind,
      reference,
      isUnknown: !reference && isUuid(id) && isListed(kind, catalog),
      ...rangeOf(node),
    });
  };
  const { root } = document;
  add('trigger', propertyOf(root, 'triggerId'));
  add('webhook', propertyOf(root, 'notifyWebhookId'));
  for (const node of propertyOf(root, 'deviceIds')?.children ?? []) add('device', node);
  for (const entry of entriesIn(document, within)) {
    for (const step of stepsOf(entry)) {
      add('action', step.actionId);
      for (const [node, path] of uuidNodes(step.params)) {
        const kind = kindOfKnown(String(node.value), catalog) ?? referenceKindAt(path);
        if (kind) add(kind, node);
      }
    }
  }
  return found
    .filter(({ start, end }) => start <= within.end && end >= within.start)
    .toSorted((left, right) => left.start - right.start);
}

/**
 * Returns the name of the resource of an ID, with the facts that tell it apart from others of the same name; undefined
 * if nothing is known about it.
 */
export function identifierLabel(
  { kind, reference, isUnknown }: FlowIdentifier,
  catalog: FlowCatalog,
): string | undefined {
  if (reference) return referenceLabel(reference, referencesOfKind(kind, catalog) ?? []);
  return isUnknown ? unknownText(kind) : undefined;
}

/** Describes the resource of an ID in Markdown: its kind and name, the facts that tell it apart, and the ID. */
export function describeIdentifier({ id, kind, reference, isUnknown }: FlowIdentifier): string | undefined {
  if (reference) return describeReference(reference, KIND_WORDS[kind]);
  if (!isUnknown) return undefined;
  return `**${unknownText(kind)}**\n\nThis connection does not list it. ID ${code(id)}`;
}

/** Describes a resource in Markdown. */
export function describeReference({ id, name, detail }: NamedReference, kind: string): string {
  const facts = [kind, detail].filter(part => part !== undefined && part !== '').join(' · ');
  return `**${escapeMarkdown(name)}**\n\n${escapeMarkdown(facts)}\n\nID ${code(id)}`;
}
