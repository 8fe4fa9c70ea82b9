import { type JsonNode, parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { EditRefusal } from './editRefusal.ts';
import { copySource, isStep, type StepHandle } from './stepTree.ts';

/**
 * Parses the steps in a text: one, a list of them, or a whole flow. Throws Refusal.
 */
export function parsePastedSteps(text: string): readonly StepHandle[] {
  const { root, problems } = parseJson(text);
  if (!root || problems.some(problem => problem.code === 'syntax')) {
    throw new EditRefusal('The clipboard does not contain steps: it is not JSON.');
  }
  const actions = propertyOf(root, 'actions');
  const nodes = root.type === 'array' ? root.children : actions?.type === 'array' ? actions.children : [root];
  const steps = nodes ?? [];
  if (steps.length === 0 || !steps.every(node => isStep(valueOf(node)))) {
    throw new EditRefusal('The clipboard does not contain steps: each is an object with an “actionId”.');
  }
  return steps.map(node => pasted(text, node));
}

function pasted(text: string, node: JsonNode): StepHandle {
  const children = propertyOf(node, 'children');
  const childNodes = children?.type === 'array' ? (children.children ?? []) : [];
  if (childNodes.some(child => (propertyOf(child, 'children')?.children ?? []).length > 0)) {
    throw new EditRefusal('The steps of the clipboard are nested deeper than one level.');
  }
  return {
    source: copySource(text, node),
    children: childNodes.map(child => ({ source: copySource(text, child), children: [] })),
  };
}
