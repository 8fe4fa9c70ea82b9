import { type JsonNode, parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { lineIndent } from './layout.ts';
import { Refusal } from './refusal.ts';
import { isStep, type StepHandle } from './stepTree.ts';

/** The steps that a text holds: one, a list of them, or a whole flow. Throws Refusal. */
export function pastedSteps(text: string): readonly StepHandle[] {
  const { root, problems } = parseJson(text);
  if (!root || problems.some(problem => problem.code === 'syntax')) {
    throw new Refusal('The clipboard holds no steps: it is not JSON.');
  }
  const actions = propertyOf(root, 'actions');
  const nodes = root.type === 'array' ? root.children : actions?.type === 'array' ? actions.children : [root];
  const steps = nodes ?? [];
  if (steps.length === 0 || !steps.every(node => isStep(valueOf(node)))) {
    throw new Refusal('The clipboard holds no steps: each is an object with an “actionId”.');
  }
  return steps.map(node => pasted(text, node));
}

function pasted(text: string, node: JsonNode): StepHandle {
  const source = (one: JsonNode): StepHandle['source'] => ({
    kind: 'text',
    text: text.slice(one.offset, one.offset + one.length),
    indent: lineIndent(text, one.offset),
  });
  const children = propertyOf(node, 'children');
  const own = children?.type === 'array' ? (children.children ?? []) : [];
  if (own.some(child => (propertyOf(child, 'children')?.children ?? []).length > 0)) {
    throw new Refusal('The steps of the clipboard are nested deeper than one level.');
  }
  return { source: source(node), children: own.map(child => ({ source: source(child), children: [] })) };
}
