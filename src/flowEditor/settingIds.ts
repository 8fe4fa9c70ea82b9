import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import type { ReferenceField } from './flowReferences.ts';

/** Returns the ids in a setting of a flow; values that are not strings are left out. */
export function settingIds({ envelope }: FlowDocument, field: ReferenceField): readonly string[] {
  const node = propertyOf(envelope.root, field);
  const values: readonly unknown[] =
    node?.type === 'array' ? (node.children ?? []).map(({ value }): unknown => value) : [node?.value];
  return values.filter(value => typeof value === 'string');
}
