import type { FormNode } from '../../flow/form/formNode.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { Problem } from '../../protocol/flowEditor.ts';

/** Findings by the pointer of the part of a form that shows them; the empty pointer is the form itself. */
export type ProblemPlaces = ReadonlyMap<string, readonly Problem[]>;

/**
 * The findings beside the parts of a form. A finding about something that has no part of its own goes to the
 * nearest part around it. `prefix` is what the paths of the findings begin with before that of the form.
 */
export function placeByField(
  form: FormNode,
  problems: readonly Problem[],
  prefix: readonly PathSegment[],
): ProblemPlaces {
  const drawn = new Set(pointersOf(form));
  const ours = problems.filter(({ path }) => prefix.every((segment, index) => path[index] === segment));
  return Map.groupBy(ours, ({ path }) => {
    for (let length = path.length; length > prefix.length; length--) {
      const pointer = pointerOf(path.slice(prefix.length, length));
      if (drawn.has(pointer)) return pointer;
    }
    return '';
  });
}

/** A part of a form by its pointer, in the form that is drawn of it. */
export function partAt(form: FormNode, pointer: string): FormNode | undefined {
  if (form.pointer === pointer && form.kind !== 'union') return form;
  for (const part of partsIn(form)) {
    if (pointer === part.pointer || pointer.startsWith(`${part.pointer}/`) || part.pointer === form.pointer) {
      const found = partAt(part, pointer);
      if (found) return found;
    }
  }
  return form.pointer === pointer ? form : undefined;
}

function partsIn(part: FormNode): readonly FormNode[] {
  switch (part.kind) {
    case 'object':
    case 'map':
      return [...part.fields, ...part.others];
    case 'array':
      return part.items;
    case 'union':
      return [part.content];
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
    case 'constant':
    case 'json':
      return [];
  }
}

function pointersOf(part: FormNode): string[] {
  return [part.pointer, ...partsIn(part).flatMap(pointersOf)];
}
