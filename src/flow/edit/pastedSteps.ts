import { runOrder } from '../document/runOrder.ts';
import { type JsonNode, parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { Refusal } from './refusal.ts';
import { copySource, isStep, type StepHandle } from './stepTree.ts';

/**
 * Parses the steps in a text: one, a list of them, a whole flow, or steps with `names` as written by `copySteps`. Steps
 * of a flow or with names keep their references to each other. Throws Refusal.
 */
export function parsePastedSteps(text: string): readonly StepHandle[] {
  const { root, problems } = parseJson(text);
  if (!root || problems.some(problem => problem.code === 'syntax')) {
    throw new Refusal('The clipboard does not contain steps: it is not JSON.');
  }
  const actions = propertyOf(root, 'actions');
  const nodes = root.type === 'array' ? root.children : actions?.type === 'array' ? actions.children : [root];
  const steps = nodes ?? [];
  if (steps.length === 0 || !steps.every(node => isStep(valueOf(node)))) {
    throw new Refusal('The clipboard does not contain steps: each is an object with an “actionId”.');
  }
  const together = new Map<string, StepHandle>();
  const handles = steps.map(node => ({ ...pasted(text, node), pasted: together }));
  const names = root.type === 'object' && actions ? readNames(root, steps) : [];
  for (const [index, handle] of handles.entries()) {
    const name = names[index];
    if (name !== undefined) together.set(name, handle);
  }
  return handles;
}

/** Returns the name of each step in the expressions of the others; in a flow it follows from the execution order. */
function readNames(root: JsonNode, steps: readonly JsonNode[]): readonly string[] {
  const namesNode = propertyOf(root, 'names');
  const names: unknown = namesNode && valueOf(namesNode);
  if (Array.isArray(names)) return names.map(String);
  const ranks = runOrder(steps.map(node => ({ position: propertyOf(node, 'position') })));
  return ranks.map(rank => `steps[${rank}]`);
}

function pasted(text: string, node: JsonNode): StepHandle {
  const children = propertyOf(node, 'children');
  const childNodes = children?.type === 'array' ? (children.children ?? []) : [];
  if (childNodes.some(child => (propertyOf(child, 'children')?.children ?? []).length > 0)) {
    throw new Refusal('The steps of the clipboard are nested deeper than one level.');
  }
  return {
    source: copySource(text, node),
    children: childNodes.map(child => ({ source: copySource(text, child), children: [] })),
  };
}
