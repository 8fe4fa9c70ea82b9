import type { ShiftDirection, StepEdit, StepPath, InsertionPoint } from './flowEdit.ts';
import { parsePastedSteps } from './pastedSteps.ts';
import { EditRefusal } from './editRefusal.ts';
import { replacedKeys } from './addedKeys.ts';
import {
  isStepItem,
  resolveSteps,
  homesOf,
  isStep,
  listAt,
  pathsOf,
  refuseNesting,
  type StepHandle,
  type StepTree,
  stepTreeOf,
  copySource,
} from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';
import { writeSteps } from './writeSteps.ts';

/** Adds the changes of an edit to a plan, and returns the new paths of the affected steps. Throws Refusal. */
export function arrangeSteps(plan: TextPlan, edit: StepEdit): readonly StepPath[] {
  const tree = stepTreeOf(plan);
  const steps = arrange(plan, tree, edit);
  writeSteps(plan, tree, new Set(steps), replacedKeys(tree));
  return pathsOf(tree, steps);
}

function arrange(plan: TextPlan, tree: StepTree, edit: StepEdit): readonly StepHandle[] {
  switch (edit.kind) {
    case 'addStep': {
      if (!isStep(edit.step)) throw new EditRefusal('A step needs an action.');
      return putIn(tree, edit.to, [{ source: { kind: 'new', value: edit.step }, children: [] }]);
    }
    case 'pasteSteps':
      return putIn(tree, edit.to, parsePastedSteps(edit.text));
    case 'duplicateSteps':
      return duplicate(plan, tree, resolveSteps(tree, edit.steps));
    case 'deleteSteps':
      take(tree, resolveSteps(tree, edit.steps));
      return [];
    case 'moveSteps':
      return move(tree, resolveSteps(tree, edit.steps), edit.to);
    case 'shiftSteps':
      return shift(tree, resolveSteps(tree, edit.steps), edit.direction);
    case 'wrapSteps': {
      if (!isStep(edit.step)) throw new EditRefusal('A step needs an action.');
      const steps = resolveSteps(tree, edit.steps);
      if (steps.some(step => !tree.entries.includes(step))) {
        throw new EditRefusal('Nested steps cannot be wrapped: steps can be nested one level only.');
      }
      refuseNesting(steps);
      const [first] = steps;
      const wrapper: StepHandle = { source: { kind: 'new', value: edit.step }, children: [] };
      refuseNesting([wrapper]);
      tree.entries.splice(first ? tree.entries.indexOf(first) : 0, 0, wrapper);
      take(tree, steps);
      wrapper.children = [...steps];
      return [wrapper];
    }
  }
}

function putIn(tree: StepTree, to: InsertionPoint, steps: readonly StepHandle[]): readonly StepHandle[] {
  const list = listAt(tree, to);
  if (to.parent !== undefined) refuseNesting(steps);
  list.splice(to.index, 0, ...steps);
  return steps;
}

/** Removes steps from their lists. */
function take(tree: StepTree, steps: readonly StepHandle[]): void {
  const taken = new Set(steps);
  for (const entry of tree.entries) entry.children = entry.children.filter(child => !taken.has(child));
  tree.entries = tree.entries.filter(entry => !taken.has(entry));
}

function duplicate(plan: TextPlan, tree: StepTree, steps: readonly StepHandle[]): readonly StepHandle[] {
  const lists = Map.groupBy(steps, homesOf(tree));
  return [...lists].flatMap(([list, originals]) => {
    const copies = originals.flatMap(({ source }): StepHandle[] =>
      source.kind === 'item'
        ? [{ source: copySource(plan.text, source.node), children: [], isCopy: true }]
        : [],
    );
    const last = originals.at(-1);
    list.splice(last ? list.indexOf(last) + 1 : list.length, 0, ...copies);
    return copies;
  });
}

function move(tree: StepTree, steps: readonly StepHandle[], to: InsertionPoint): readonly StepHandle[] {
  const list = listAt(tree, to);
  const parent = to.parent === undefined ? undefined : tree.entries[to.parent];
  if (parent && steps.includes(parent)) throw new EditRefusal('A step cannot be moved into itself.');
  if (parent) refuseNesting(steps);
  const anchor = list.slice(to.index).find(step => !steps.includes(step));
  take(tree, steps);
  const target = parent ? parent.children : tree.entries;
  target.splice(anchor ? target.indexOf(anchor) : target.length, 0, ...steps);
  return steps;
}

function shift(
  tree: StepTree,
  steps: readonly StepHandle[],
  direction: ShiftDirection,
): readonly StepHandle[] {
  const [first] = steps;
  const last = steps.at(-1);
  if (!first || !last) return [];
  const homeOf = homesOf(tree);
  const list = homeOf(first);
  if (steps.some(step => homeOf(step) !== list)) {
    throw new EditRefusal('Only adjacent steps can be moved together.');
  }
  const entry = tree.entries.findIndex(candidate => candidate.children === list);
  const parent = entry === -1 ? undefined : entry;
  const [start, end] = [list.indexOf(first), list.indexOf(last)];
  const many = steps.length > 1;
  switch (direction) {
    case 'up':
      if (start === 0 && end === steps.length - 1) throw new EditRefusal(atEdge(many, 'first'));
      return move(tree, steps, { parent, index: Math.max(0, start - 1) });
    case 'down':
      if (end === list.length - 1 && start === list.length - steps.length) {
        throw new EditRefusal(atEdge(many, 'last'));
      }
      return move(tree, steps, { parent, index: Math.min(list.length, end + 2) });
    case 'in': {
      if (parent !== undefined) throw new EditRefusal('Steps can be nested one level only.');
      const host = tree.entries[start - 1];
      if (!host || !isStepItem(host))
        throw new EditRefusal('There is no step above that it could be moved into.');
      return move(tree, steps, { parent: start - 1, index: host.children.length });
    }
    case 'out':
      if (parent === undefined) throw new EditRefusal('The step is not inside another step.');
      return move(tree, steps, { index: parent + 1 });
  }
}

function atEdge(many: boolean, word: string): string {
  return many ? `The steps are the ${word} ones already.` : `The step is the ${word} one already.`;
}
