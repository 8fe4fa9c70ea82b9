import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TextEdit } from '../../../../src/flow/document/flowDocument.ts';
import {
  type JsonNode,
  nodeAt,
  parseJson,
  propertyOf,
  valueOf,
} from '../../../../src/flow/document/jsonTree.ts';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { flowValue, style } from '../../../support/flowEdits/documents.ts';
import { editFor, editIntent } from '../../../support/flowEdits/edits.ts';
import { comparable, isNamed, modelAfter, withoutStepNames } from '../../../support/flowEdits/model.ts';
import { commentsIn, type Style, written } from '../../../support/flowEdits/writing.ts';

type Named = Record<string, unknown>;
type ValueGesture = Extract<FlowEdit, { location: unknown }>;

/** A text with its value. */
interface Version {
  readonly text: string;
  readonly root: JsonNode;
  readonly value: Named;
}

function version(text: string): Version {
  const { root, problems } = parseJson(text.replace('\ufeff', ' '));
  assert.deepEqual(
    problems.filter(({ code }) => code === 'syntax'),
    [],
    text,
  );
  return { text, root: root!, value: valueOf(root!) as Named };
}

/** Edits come in the order of the text, apart from one another, and split no line break and no character. */
function assertWellFormed(text: string, edits: readonly TextEdit[]): void {
  let at = 0;
  for (const { start, end, text: own } of edits) {
    assert.ok(start >= at && end >= start && end <= text.length);
    assert.notEqual(text.slice(start, end), own);
    for (const place of [start, end]) {
      assert.notEqual(text.slice(place - 1, place + 1), '\r\n');
      assert.doesNotMatch(text.slice(place - 1, place + 1), /^[\ud800-\udbff][\udc00-\udfff]$/);
    }
    at = end;
  }
}

/** The edits that take edits back. */
function inverse(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map(({ start, end, text: own }) => {
    const undo = { start: start + shift, end: start + shift + own.length, text: text.slice(start, end) };
    shift += own.length - (end - start);
    return undo;
  });
}

/** The innermost existing object or list at the location of an edit, and the remaining path. */
function holderOf(
  { root }: Version,
  edit: ValueGesture,
): { holder: JsonNode; rest: readonly (string | number)[] } {
  const { location } = edit;
  const before =
    location.in === 'settings'
      ? []
      : [
          ...['actions', location.step[0]],
          ...(location.step[1] === undefined ? [] : ['children', location.step[1]]),
          ...(location.in === 'step' ? [] : ['overrides', ...(location.in === 'params' ? ['params'] : [])]),
        ];
  const path = [...before, ...location.path];
  // The item of a list is what is inside of the location.
  const inside = edit.kind === 'insertItem' || edit.kind === 'moveItem' ? [...path, -1] : path;
  for (let length = inside.length - 1; length >= 0; length--) {
    const holder = nodeAt(root, inside.slice(0, length));
    if (holder?.type === 'object' || holder?.type === 'array') return { holder, rest: inside.slice(length) };
  }
  return { holder: root, rest: inside };
}

/** Outside of what the edit is about, not a byte differs; inside, what stays is written as it was. */
function assertKept(before: Version, after: Version, edit: ValueGesture): void {
  const { holder, rest } = holderOf(before, edit);
  const [segment] = rest;
  const own = typeof segment === 'string' ? propertyOf(holder, segment) : holder.children?.[segment ?? 0];
  const isReplaced = edit.kind === 'set' && own !== undefined;
  // Parameters that are emptied go as a whole.
  const isWide = edit.kind === 'remove' && edit.location.in !== 'settings' && edit.location.in !== 'step';
  const region = isReplaced ? own : isWide ? stepOf(before, edit) : holder;
  const { text } = before;
  const tail = text.slice(region.offset + region.length);
  assert.ok(after.text.startsWith(text.slice(0, region.offset)), 'what is before it differs');
  assert.ok(after.text.endsWith(tail), 'what is behind it differs');
  const end = after.text.length - tail.length;
  if (isReplaced || edit.kind === 'moveItem') return;
  let at = region.offset;
  for (const child of holder.children ?? []) {
    const affected = child === own || child.children?.[0]?.value === segment;
    if (affected) continue;
    const slice = text.slice(child.offset, child.offset + child.length);
    const found = after.text.indexOf(slice, at);
    assert.ok(found >= at && found + slice.length <= end, `${slice} is not as it was`);
    at = found + slice.length;
  }
  if (edit.kind === 'set') assert.deepEqual(commentsIn(after.text), commentsIn(text));
}

function stepOf({ root }: Version, { location }: ValueGesture): JsonNode {
  if (location.in === 'settings') return root;
  const [entry, child] = location.step;
  return nodeAt(root, ['actions', entry, ...(child === undefined ? [] : ['children', child])]) ?? root;
}

/** Each step by its tag, with its fields as they are written but for their indentation, position, key, and children. */
function fieldsByTag({ text, root }: Version): Map<unknown, string[][]> {
  const found = new Map<unknown, string[][]>();
  const visit = (node: JsonNode): void => {
    const tag = propertyOf(node, 'tag')?.value;
    const fields = (node.children ?? []).flatMap(({ offset, length, children }) => {
      const name = children?.[0]?.value;
      if (name === 'position' || name === 'key' || name === 'children') return [];
      const own = text.slice(offset, offset + length).replaceAll(/(\r\n|\n)[ \t]*/g, '\n');
      return [withoutStepNames(own.includes('{{') || own.includes('\\u007b\\u007b') ? unescaped(own) : own)];
    });
    if (tag !== undefined) found.set(tag, [...(found.get(tag) ?? []), fields]);
    for (const child of propertyOf(node, 'children')?.children ?? []) visit(child);
  };
  for (const entry of propertyOf(root, 'actions')?.children ?? []) visit(entry);
  return found;
}

/** A text whose escape sequences by number are written as what they mean. */
function unescaped(text: string): string {
  return text.replaceAll(/\\u([\da-f]{4})/g, (_, unit: string) => String.fromCharCode(parseInt(unit, 16)));
}

/** Asserts that steps keep their text at any position, and that nothing outside of the list of steps differs. */
function assertStepsKept(before: Version, after: Version): void {
  const [was, is] = [fieldsByTag(before), fieldsByTag(after)];
  for (const [tag, fields] of was) {
    const known = fields.map(one => one.join());
    for (const copy of is.get(tag) ?? []) assert.ok(known.includes(copy.join()), `${copy.join()} is new`);
  }
  const list = propertyOf(before.root, 'actions');
  if (list?.type !== 'array') return;
  assert.ok(after.text.startsWith(before.text.slice(0, list.offset)));
  assert.ok(after.text.endsWith(before.text.slice(list.offset + list.length)));
}

/** Positions of lists that an edit changed grow in the order of their steps; others are as they were. */
function assertPositions(before: Version, after: Version, touched: readonly Named[]): void {
  const listsOf = ({ value }: Version): [string, readonly unknown[]][] => {
    const items = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
    const entries = items(value['actions']);
    return [
      ['', entries],
      ...stepsIn(entries).map((one): [string, readonly unknown[]] => [
        `of ${JSON.stringify(one['tag'])}`,
        items(one['children']),
      ]),
    ];
  };
  const stepsIn = (list: readonly unknown[]): readonly Named[] => list.filter(isNamed);
  const told = (list: readonly unknown[]): string =>
    JSON.stringify(list.map(one => (isNamed(one) ? one['tag'] : [one])));
  // Copies cannot be distinguished.
  const hasCopies = [before, after].some(one =>
    [...fieldsByTag(one).values()].some(({ length }) => length > 1),
  );
  const was = new Map(listsOf(before));
  for (const [owner, list] of listsOf(after)) {
    const earlier = was.get(owner);
    if (!earlier || hasCopies) continue;
    if (told(earlier) === told(list)) {
      assert.deepEqual(
        stepsIn(list).map(({ position }) => position),
        stepsIn(earlier).map(({ position }) => position),
      );
    } else {
      const numbers = stepsIn(list).flatMap(({ position }) =>
        position === undefined ? [] : [Number(position)],
      );
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].toSorted((one, other) => one - other),
      );
    }
  }
  if (after.text === before.text) return;
  for (const step of touched) assert.ok(step['position'] !== undefined);
}

const KEEPS_COMMENTS = [
  'moveSteps',
  'shiftSteps',
  'addStep',
  'pasteSteps',
  'wrapSteps',
  'insertItem',
  'moveItem',
];

/** Asserts the invariants of every edit. */
function assertDone(before: Version, after: Version, edit: FlowEdit, { twice, eol }: Style): void {
  const wanted = modelAfter(before.value, edit);
  assert.ok(wanted, 'it should be refused');
  const ofSteps = isOfSteps(edit);
  assert.deepEqual(comparable(after.value, !ofSteps), comparable(wanted, !ofSteps));
  if ('location' in edit && !twice) assertKept(before, after, edit);
  if (ofSteps) assertStepsKept(before, after);
  if (KEEPS_COMMENTS.includes(edit.kind)) assert.deepEqual(commentsIn(after.text), commentsIn(before.text));
  const again = edit.kind === 'set' ? applyEdit(after.text, edit) : undefined;
  assert.deepEqual(again?.kind === 'edits' ? again.edits : [], []);
  if (before.text.includes(eol)) assert.doesNotMatch(after.text.replaceAll(eol, ''), /[\r\n]/);
}

/** Returns true if an edit adds, removes, or moves steps. */
function isOfSteps(edit: FlowEdit): boolean {
  return !('location' in edit || edit.kind === 'renameStep');
}

/** The steps at some places. */
function stepsAt({ root }: Version, steps: readonly StepPath[]): unknown[] {
  return steps.map(([entry, child]) => {
    const path = child === undefined ? [entry] : [entry, 'children', child];
    return valueOf(nodeAt(root, ['actions', ...path]) ?? assert.fail('no step'));
  });
}

it('random edits of random flows match the model, keep everything else byte for byte, and can be undone', () => {
  const wishes = fc.array(editIntent, { minLength: 1, maxLength: 6 });
  const property = fc.property(flowValue, style, wishes, (flow, how, wanted) => {
    const original = written(flow, how);
    let now = version(original);
    assert.deepEqual(now.value, structuredClone(flow));
    const undo: TextEdit[][] = [];
    for (const [count, one] of wanted.entries()) {
      const edit = editFor(now.value, one, count);
      const outcome = applyEdit(now.text, edit);
      const told = `${JSON.stringify(edit)}\n${now.text}\n`;
      if (outcome.kind === 'refused') {
        assert.equal(modelAfter(now.value, edit), undefined, told + outcome.sentence);
        assert.match(outcome.sentence, /^[\p{Lu}“].*\.$/su);
        continue;
      }
      assertWellFormed(now.text, outcome.edits);
      const next = version(applyEdits(now.text, outcome.edits));
      try {
        assertDone(now, next, edit, how);
        if (isOfSteps(edit)) assertPositions(now, next, stepsAt(next, outcome.steps).filter(isNamed));
      } catch (error) {
        throw new Error(`${told}became\n${next.text}\n${String(error)}`, { cause: error });
      }
      undo.push(inverse(now.text, outcome.edits));
      now = next;
    }
    const back = undo.toReversed().reduce((text, edits) => applyEdits(text, edits), now.text);
    assert.equal(back, original);
  });
  fc.assert(property, { numRuns: 300 });
});
