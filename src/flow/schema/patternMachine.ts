import type { PatternTree } from './patternTree.ts';
import { CannotCheck } from './problem.ts';

type Test = (character: string) => boolean;

/** One step of a machine: reads a character, asks about the place, goes on elsewhere, or has matched. */
type Step =
  | { readonly kind: 'read'; readonly test: Test }
  | { readonly kind: 'ask'; readonly place: 'start' | 'end' | 'word' | 'notWord' }
  | { readonly kind: 'go'; to: readonly number[] }
  | { readonly kind: 'matched' };

const MAX_STEPS = 5000;
const MAX_WORK = 20_000_000;

/**
 * A matcher that takes time in proportion to the text and the pattern, whatever both are. Throws CannotCheck
 * for a pattern that it cannot hold.
 */
export function createMachine(tree: PatternTree, flags: string): (text: string) => boolean {
  const steps: Step[] = [];
  build(tree, steps, flags);
  steps.push({ kind: 'matched' });
  return text => runMachine(steps, flags.includes('u') ? Array.from(text) : text.split(''));
}

function build(tree: PatternTree, steps: Step[], flags: string): void {
  if (steps.length > MAX_STEPS) throw new CannotCheck('a pattern is too large to be checked in bounded time');
  switch (tree.kind) {
    case 'character':
      steps.push({ kind: 'read', test: characterTest(tree.source, flags) });
      return;
    case 'sequence':
      for (const part of tree.parts) build(part, steps, flags);
      return;
    case 'choice':
      buildChoice(tree.parts, steps, flags);
      return;
    case 'repeat':
      buildRepeat(tree, steps, flags);
      return;
    case 'other':
      throw new CannotCheck('a pattern looks around or back and could take too long');
    default:
      steps.push({ kind: 'ask', place: tree.kind });
  }
}

function buildChoice(parts: readonly PatternTree[], steps: Step[], flags: string): void {
  const exits: { to: readonly number[] }[] = [];
  for (const [index, part] of parts.entries()) {
    const fork = { kind: 'go' as const, to: [] as readonly number[] };
    if (index < parts.length - 1) steps.push(fork);
    const start = steps.length;
    build(part, steps, flags);
    if (index === parts.length - 1) continue;
    const exit = { kind: 'go' as const, to: [] as readonly number[] };
    steps.push(exit);
    exits.push(exit);
    fork.to = [start, steps.length];
  }
  for (const exit of exits) exit.to = [steps.length];
}

function buildRepeat(
  { body, min, max }: PatternTree & { kind: 'repeat' },
  steps: Step[],
  flags: string,
): void {
  for (let count = 0; count < min; count++) build(body, steps, flags);
  const fork = (): { kind: 'go'; to: readonly number[] } => {
    const step = { kind: 'go' as const, to: [] as readonly number[] };
    steps.push(step);
    return step;
  };
  if (max === Number.POSITIVE_INFINITY) {
    const loop = fork();
    const place = steps.length - 1;
    build(body, steps, flags);
    steps.push({ kind: 'go', to: [place] });
    loop.to = [place + 1, steps.length];
    return;
  }
  const forks: { at: number; step: { to: readonly number[] } }[] = [];
  for (let count = min; count < max; count++) {
    forks.push({ at: steps.length, step: fork() });
    build(body, steps, flags);
  }
  for (const { at, step } of forks) step.to = [at + 1, steps.length];
}

function characterTest(source: string, flags: string): Test {
  if (source.length === 1 && source !== '.') return character => character === source;
  const pattern = new RegExp(`^(?:${source})$`, flags);
  return character => pattern.test(character);
}

function runMachine(steps: readonly Step[], text: readonly string[]): boolean {
  if (steps.length * text.length > MAX_WORK) throw new CannotCheck('a text is too long for its pattern');
  let current = new Set<number>();
  for (let place = 0; place <= text.length; place++) {
    // A match may begin anywhere.
    if (reach(steps, text, place, [0], current)) return true;
    const character = text[place];
    if (character === undefined) return false;
    const next = new Set<number>();
    const reached: number[] = [];
    for (const index of current) {
      const step = steps[index];
      if (step?.kind === 'read' && step.test(character)) reached.push(index + 1);
    }
    if (reach(steps, text, place + 1, reached, next)) return true;
    current = next;
  }
  return false;
}

/** Adds every step that can be reached without reading. True when one of them has matched. */
function reach(
  steps: readonly Step[],
  text: readonly string[],
  place: number,
  from: readonly number[],
  into: Set<number>,
): boolean {
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (into.has(index)) continue;
    into.add(index);
    const step = steps[index];
    if (!step || step.kind === 'matched') return true;
    if (step.kind === 'go') open.push(...step.to);
    else if (step.kind === 'ask' && isAt(step.place, text, place)) open.push(index + 1);
  }
  return false;
}

function isAt(wanted: 'start' | 'end' | 'word' | 'notWord', text: readonly string[], place: number): boolean {
  if (wanted === 'start') return place === 0;
  if (wanted === 'end') return place === text.length;
  const border = isWord(text[place - 1]) !== isWord(text[place]);
  return border === (wanted === 'word');
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
