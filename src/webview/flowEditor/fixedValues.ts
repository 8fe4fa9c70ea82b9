import type { FormNode } from '../../flow/form/formNode.ts';
import type { ParamChange } from '../../flow/form/paramEdit.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { PathSegment } from '../../flow/template.ts';
import { partAt } from './problemPlaces.ts';

/** A change and the path of the changed value. */
interface PlacedChange {
  readonly path: readonly PathSegment[];
  readonly change: ParamChange;
}

/**
 * Extends a change inside missing objects by the required constants of these objects, since filling in one field of a
 * form means choosing that form.
 */
export function withFixedValues(form: FormNode, placed: PlacedChange): PlacedChange {
  const { path, change } = placed;
  if (change.kind !== 'set') return placed;
  let whole = placed;
  let { value } = change;
  for (let length = path.length - 1; length > 0; length--) {
    const objectPath = path.slice(0, length);
    const object = partAt(form, pointerOf(objectPath));
    if (object?.kind !== 'object' || object.value !== undefined) break;
    const fixed = object.fields.flatMap(field =>
      field.kind === 'constant' && field.required
        ? [[String(field.path.at(-1)), field.constant] as const]
        : [],
    );
    value = { ...Object.fromEntries(fixed), [String(path[length])]: value };
    if (fixed.length > 0) whole = { path: objectPath, change: { kind: 'set', value } };
  }
  return whole;
}
