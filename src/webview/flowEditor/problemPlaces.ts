import { childNodes, nodesWithin } from '../../flow/form/childNodes.ts';
import type { FormNode } from '../../flow/form/formNode.ts';
import { pointerOf } from '../../flow/form/pointer.ts';
import type { PathSegment } from '../../flow/template.ts';
import type { Problem } from '../../protocol/flowEditor.ts';

/** Problems by the pointer of the form node that shows them; the empty pointer is the whole form. */
export type ProblemPlaces = ReadonlyMap<string, readonly Problem[]>;

/**
 * Groups problems by form node. A problem without a node of its own goes to the nearest one around it. `prefix` is the
 * part of the problem paths before those of the form; the paths of the result begin at the form.
 */
export function placeByField(
  form: FormNode,
  problems: readonly Problem[],
  prefix: readonly PathSegment[],
): ProblemPlaces {
  const drawn = new Set(nodesWithin(form).map(({ pointer }) => pointer));
  const ownProblems = problems
    .filter(({ path }) => prefix.every((segment, index) => path[index] === segment))
    .map(problem => ({ ...problem, path: problem.path.slice(prefix.length) }));
  return Map.groupBy(ownProblems, ({ path }) => {
    for (let { length } = path; length > 0; length--) {
      const pointer = pointerOf(path.slice(0, length));
      if (drawn.has(pointer)) return pointer;
    }
    return '';
  });
}

/** Returns the form node with a pointer; inside a union, from its chosen content. */
export function partAt(form: FormNode, pointer: string): FormNode | undefined {
  if (form.pointer === pointer && form.kind !== 'union') return form;
  for (const part of childNodes(form)) {
    if (pointer === part.pointer || pointer.startsWith(`${part.pointer}/`) || part.pointer === form.pointer) {
      const found = partAt(part, pointer);
      if (found) return found;
    }
  }
  return form.pointer === pointer ? form : undefined;
}
