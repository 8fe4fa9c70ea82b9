import type { ParamChange } from '../../flow/form/paramEdit.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { PathSegment } from '../../flow/template.ts';

/**
 * Returns the name of a field after a change at a path around or before it; undefined if the change removes its list
 * item.
 */
export function fieldAfter(
  field: string,
  scope: string,
  path: readonly PathSegment[],
  change: ParamChange,
): string | undefined {
  const changedField = scope + pointerOf(path);
  switch (change.kind) {
    case 'set':
      return field;
    case 'moveItem':
      return withItem(field, changedField, index => indexAfter(index, change.from, change.to));
    case 'insertItem':
      return withItem(field, changedField, index => (index < change.index ? index : index + 1));
    case 'remove': {
      const gone = path.at(-1);
      if (typeof gone !== 'number') return field;
      const list = scope + pointerOf(path.slice(0, -1));
      return withItem(field, list, index => {
        if (index === gone) return undefined;
        return index < gone ? index : index - 1;
      });
    }
    case 'renameKey': {
      const isInside = field === changedField || field.startsWith(`${changedField}/`);
      const renamed = scope + pointerOf([...path.slice(0, -1), change.name]);
      return isInside ? renamed + field.slice(changedField.length) : field;
    }
  }
}

/** Returns the field with a new index of its list item. */
function withItem(
  field: string,
  list: string,
  moveIndex: (index: number) => number | undefined,
): string | undefined {
  if (!field.startsWith(`${list}/`)) return field;
  const [index = '', ...inside] = field.slice(list.length + 1).split(/(?=[/:])/);
  const to = moveIndex(Number(index));
  return to === undefined ? undefined : `${list}/${to}${inside.join('')}`;
}

function indexAfter(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (index > from && index <= to) return index - 1;
  return index < from && index >= to ? index + 1 : index;
}
