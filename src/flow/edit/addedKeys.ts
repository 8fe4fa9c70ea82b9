import { changeTexts } from '../../util/changeTexts.ts';
import { isObject } from '../../util/isObject.ts';
import {
  findOffsets,
  type JsonNode,
  parseJson,
  propertyOf,
  sourceOf,
  stringsIn,
} from '../document/jsonTree.ts';
import type { TextEdit } from '../document/flowDocument.ts';
import { textOf } from '../document/stepModel.ts';
import { applyEdits } from '../document/textEdits.ts';
import { isStepKey, renumberKey } from '../stepKeys.ts';
import { keyReferences } from '../template.ts';
import type { NewStep } from './flowEdit.ts';
import type { StepHandle, StepTree } from './stepTree.ts';
import type { TextPlan } from './textPlan.ts';

/** Returns the key that replaces a key of an added step; undefined for a key that no added step has. */
export type ReplacedKeys = (key: string) => string | undefined;

/**
 * Returns, for each added step, the keys that replace those that the flow already has. Steps that are added together
 * keep reading each other.
 */
export function replacedKeys(tree: StepTree): (step: StepHandle) => ReplacedKeys {
  // The children of a pasted step are in its text.
  const handles = tree.entries.flatMap(entry => [
    entry,
    ...(entry.source.kind === 'text' ? [] : entry.children),
  ]);
  const taken = new Set(
    handles.flatMap(({ source }) => (source.kind === 'item' ? (ownKey(source.node) ?? []) : [])),
  );
  const together = new Map<string, string>();
  const own = new Map<StepHandle, ReadonlyMap<string, string>>();
  const numbers = new Map<string, number>();
  for (const handle of handles) {
    const replaced = new Map<string, string>();
    for (const key of keysOf(handle)) {
      const free = taken.has(key) ? renumberKey(key, taken, numbers) : key;
      taken.add(free);
      replaced.set(key, free);
      if (!together.has(key)) together.set(key, free);
    }
    own.set(handle, replaced);
  }
  // Of two added steps with the same key, each keeps its own, and others read the first.
  return step => key => own.get(step)?.get(key) ?? together.get(key);
}

/** Replaces keys in the text of a step: its own, those of its children, and those that expressions read. */
export function replaceKeys(plan: TextPlan, step: JsonNode, replaced: ReplacedKeys): void {
  const key = propertyOf(step, 'key');
  const free = replaced(textOf(key) ?? '');
  if (key && free !== undefined) plan.setValue(key, free);
  for (const node of stringsIn(propertyOf(propertyOf(step, 'overrides'), 'params')))
    replaceInText(plan, node, replaced);
  for (const child of propertyOf(step, 'children')?.children ?? []) replaceKeys(plan, child, replaced);
}

/** Replaces keys in a new step: its own, those of its children, and those that expressions read. */
export function replaceKeysIn(step: NewStep, replaced: ReplacedKeys): NewStep {
  const { key, overrides, children } = step;
  const free = typeof key === 'string' ? replaced(key) : undefined;
  const inner = Array.isArray(children)
    ? children.map((child: unknown) => (isObject(child) ? replaceKeysIn(child, replaced) : child))
    : undefined;
  return {
    ...step,
    ...(free === undefined ? {} : { key: free }),
    ...(overrides === undefined
      ? {}
      : { overrides: changeTexts(overrides, text => applyEdits(text, keyEdits(text, replaced))) }),
    ...(inner ? { children: inner } : {}),
  };
}

function replaceInText(plan: TextPlan, node: JsonNode, replaced: ReplacedKeys): void {
  const edits = keyEdits(String(node.value), replaced);
  if (edits.length === 0) return;
  const raw = sourceOf(plan.text, node);
  // Escape sequences shift the offsets.
  const offsets = findOffsets(raw);
  const at = (offset: number): number => offsets[offset] ?? raw.length;
  const shifted = edits.map(({ start, end, text }) => ({ start: at(start), end: at(end), text }));
  plan.replace(node, applyEdits(raw, shifted));
}

/** Returns the edits that replace the keys that the expressions of a text read. */
function keyEdits(text: string, replaced: ReplacedKeys): readonly TextEdit[] {
  return keyReferences(text).flatMap(({ key, start, end }) => {
    const free = replaced(key);
    return free === undefined || free === key ? [] : [{ start, end, text: free }];
  });
}

/** Returns the keys of an added step and its children. */
function keysOf({ source }: StepHandle): readonly string[] {
  if (source.kind === 'new') return valueKeys(source.value);
  const root = source.kind === 'text' ? parseJson(source.text).root : undefined;
  return root
    ? [root, ...(propertyOf(root, 'children')?.children ?? [])].flatMap(node => ownKey(node) ?? [])
    : [];
}

function valueKeys({ key, children }: NewStep): readonly string[] {
  const inner = Array.isArray(children) ? children.filter(isObject).flatMap(valueKeys) : [];
  return [...(typeof key === 'string' && isStepKey(key) ? [key] : []), ...inner];
}

function ownKey(step: JsonNode): string | undefined {
  const key = textOf(propertyOf(step, 'key'));
  return key !== undefined && isStepKey(key) ? key : undefined;
}
