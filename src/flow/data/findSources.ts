import { memoize } from '../../util/once.ts';
import type { PathSegment } from '../template.ts';
import type { DataGroup, DataScope, DataSource } from './dataScope.ts';
import type { DataShape } from './dataShape.ts';
import { innerSource, pathSource } from './expressionText.ts';

/** A value that a picker offers. */
export interface FoundSource {
  /** The expression to insert, such as `{{steps.read-text.body.text}}`. */
  readonly expression: string;
  readonly path: readonly PathSegment[];
  readonly group: DataGroup;
  /** The parts of the label, such as `4 Wait for passcode` and `code`. */
  readonly parts: readonly string[];
  /** The shape, with the type, the description, and a sample. */
  readonly shape: DataShape;
  /** The step that produces it, as its indexes in the lists of the file. */
  readonly step: DataSource['step'];
  /** True if the value has members whose names are not known, so that a person can enter one. */
  readonly isOpen: boolean;
}

/** The limits of what is offered of one source. */
const LIMITS = { depth: 4, members: 200 } as const;

/**
 * Returns the values of a scope that match a text, the best first: all words must occur in the label or in the
 * expression. Without a text, the order is trigger, round, steps with the nearest first, and run.
 */
export function findSources(scope: DataScope, query: string, limit: number): readonly FoundSource[] {
  const words = query.toLowerCase().match(/\S+/g) ?? [];
  const found: FoundSource[] = [];
  const ranked: { readonly rank: number; readonly source: DataSource; readonly member: Member }[] = [];
  for (const source of inPickerOrder(scope.sources)) {
    const searched = { label: source.label.toLowerCase(), expression: pathSource(source.path) };
    for (const member of membersOf(source.shape)) {
      if (words.length > 0) {
        const rank = rankOf(searched, member, words);
        if (rank !== undefined) ranked.push({ rank, source, member });
      } else if (found.push(toFound(source, member)) >= limit) return found;
    }
  }
  const best = ranked.toSorted((left, right) => left.rank - right.rank).slice(0, limit);
  return [...found, ...best.map(({ source, member }) => toFound(source, member))];
}

const GROUPS: readonly DataGroup[] = ['trigger', 'round', 'step', 'run'];

function inPickerOrder(sources: readonly DataSource[]): readonly DataSource[] {
  const byGroup = Map.groupBy(sources, ({ group }) => group);
  return GROUPS.flatMap(group => {
    const members = byGroup.get(group) ?? [];
    return group === 'step' ? nearestFirst(members) : members;
  });
}

/** Returns the sources of steps with the last step first, and those of one step in their order. */
function nearestFirst(sources: readonly DataSource[]): readonly DataSource[] {
  const bySteps = Map.groupBy(sources, ({ step }) => step);
  return [...bySteps.values()].toReversed().flat();
}

/** A value within a shape, by its path and label from there. */
interface Member {
  readonly path: readonly PathSegment[];
  readonly parts: readonly string[];
  readonly source: string;
  /** The label and the text of the expression in lower case, to be searched. */
  readonly label: string;
  readonly last: string;
  readonly shape: DataShape;
  readonly isOpen: boolean;
}

/** Returns a value and the values within it, outer ones first. Many steps have the same shape. */
const membersOf = memoize((whole: DataShape): readonly Member[] => {
  const found: Member[] = [];
  add([], [], whole);
  return found;

  function add(path: readonly PathSegment[], parts: readonly string[], shape: DataShape): void {
    const { properties, items, isClosed = false, type } = shape;
    const isScalar = type !== undefined && type !== 'object' && type !== 'array';
    const isEmptyObject = isClosed && type === 'object' && !properties;
    if (!isEmptyObject && found.length < LIMITS.members) {
      const isOpen = !isScalar && !isClosed && type !== 'array';
      const label = parts.join(' ').toLowerCase();
      const last = (parts.at(-1) ?? '').toLowerCase();
      found.push({ path, parts, source: innerSource(path), label, last, shape, isOpen });
    }
    if (path.length >= LIMITS.depth) return;
    for (const [name, member] of properties ?? [])
      add([...path, name], [...parts, member.title ?? name], member);
    if (items) add([...path, 0], [...parts, 'item 1'], items);
  }
});

function toFound({ group, path, label, step }: DataSource, member: Member): FoundSource {
  return {
    expression: `{{${pathSource(path)}${member.source}}}`,
    path: [...path, ...member.path],
    group,
    parts: [label, ...member.parts],
    shape: member.shape,
    step,
    isOpen: member.isOpen,
  };
}

/** Returns the rank of a value for the words of a query, lower for better ones; undefined if it does not match. */
function rankOf(source: Searched, member: Member, words: readonly string[]): number | undefined {
  const last = member.parts.length === 0 ? source.label : member.last;
  let rank = member.parts.length * 0.1;
  for (const word of words) {
    if (last === word) continue;
    if (last.startsWith(word)) rank += 1;
    else if (startsWord(source.label, word) || startsWord(member.label, word)) rank += 2;
    else if (source.label.includes(word) || member.label.includes(word)) rank += 3;
    else if (`{{${source.expression}${member.source}}}`.toLowerCase().includes(word)) rank += 4;
    else return undefined;
  }
  return rank;
}

/** The texts of a source that are searched. */
interface Searched {
  readonly label: string;
  readonly expression: string;
}

function startsWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}
