import type { FlowDocument } from './flowDocument.ts';
import { propertyOf } from './jsonTree.ts';

/** Returns the IDs of the devices that a flow names, as they are written. */
export function deviceIdsOf({ root }: FlowDocument): readonly string[] {
  const values = propertyOf(root, 'deviceIds')?.children ?? [];
  return values.flatMap(({ value }: { readonly value?: unknown }) =>
    typeof value === 'string' ? [value] : [],
  );
}
