import { type JsonNode, parseJson, propertyOf } from '../document/jsonTree.ts';
import { settingsSchema } from '../envelopeSchema.ts';
import { stepNumber, type StepPath } from './flowEdit.ts';
import { EditRefusal } from './editRefusal.ts';
import { TextPlan } from './textPlan.ts';

/** The fields of a step in the order of insertion. */
export const STEP_FIELDS: readonly string[] = [
  'actionId',
  'key',
  'position',
  'nameOverride',
  'continueOnError',
  'overrides',
  'recordingEnabled',
  'children',
];
/** The fields of a flow in the order of insertion. */
export const FLOW_FIELDS: readonly string[] = Object.keys(settingsSchema.properties);

/** Parses a flow for editing. Throws Refusal for invalid JSON. */
export function planOf(text: string): TextPlan {
  const { root, problems } = parseJson(text);
  const broken = problems.find(problem => problem.code === 'syntax');
  if (!root || broken) {
    const line = text.slice(0, broken?.start ?? 0).split(/\r\n|\n|\r/).length;
    throw new EditRefusal(`Line ${line} of the file is not JSON; fix it in the text editor first.`);
  }
  if (root.type !== 'object') throw new EditRefusal('The file does not contain a flow. A flow is an object.');
  return new TextPlan(text, root);
}

/**
 * Returns the list of entries, or of the children of an entry; undefined if there is none yet. Throws Refusal if the
 * value is no list.
 */
export function listNodeOf({ root }: TextPlan, parent: number | undefined): JsonNode | undefined {
  const owner = parent === undefined ? root : stepNode(root, [parent]);
  const name = parent === undefined ? 'actions' : 'children';
  const list = propertyOf(owner, name);
  if (!list || list.type === 'null' || list.type === 'array')
    return list?.type === 'array' ? list : undefined;
  throw createNotListRefusal(name);
}

/** Returns the refusal for a value that should be a list of steps. */
export function createNotListRefusal(name: string): EditRefusal {
  return new EditRefusal(`“${name}” is not a list; fix it in the text editor first.`);
}

/** Returns the object of a step. Throws Refusal if there is none. */
export function stepNode(root: JsonNode, path: StepPath): JsonNode {
  const [entry, child] = path;
  const found = propertyOf(root, 'actions')?.children?.[entry];
  const node = child === undefined ? found : propertyOf(found, 'children')?.children?.[child];
  if (node?.type === 'object') return node;
  throw new EditRefusal(`There is no step ${stepNumber(path)}; the flow has changed.`);
}
