import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import type { ThingField } from './flowThings.ts';

/** Returns the ids in a setting of a flow; values that are not strings are left out. */
export function settingIds({ skeleton }: FlowDocument, field: ThingField): readonly string[] {
  const node = propertyOf(skeleton.root, field);
  const values: readonly unknown[] =
    node?.type === 'array' ? (node.children ?? []).map(({ value }): unknown => value) : [node?.value];
  return values.filter(one => typeof one === 'string');
}
