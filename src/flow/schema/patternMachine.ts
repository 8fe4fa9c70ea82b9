import type { PatternTree } from './patternTree.ts';
import { CannotCheck } from './cannotCheck.ts';
import { simplifyPattern } from './simplifyPattern.ts';

/** Counts the work of a check. `spend` throws CannotCheck above the limit. */
export interface WorkCounter {
  readonly spend: (work: number) => void;
}

/** Returns true if a text matches. Throws CannotCheck if that takes too long. */
export type Matcher = (text: string, effort?: WorkCounter) => boolean;

type Test = (character: string) => boolean;
type Place = 'start' | 'end' | 'word' | 'notWord';

/** A state of the machine: consumes a character, tests a position or lookaround, continues elsewhere, or accepts. */
type Step =
  | { readonly kind: 'read'; readonly test: Test }
  | { readonly kind: 'ask'; readonly place: Place }
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'go'; to: readonly number[] }
  | { readonly kind: 'matched' };

interface Look {
  readonly program: Program;
  readonly negative: boolean;
}

/** States that read a text in one direction, with their lookaround assertions. */
interface Program {
  readonly steps: readonly Step[];
  readonly looks: readonly Look[];
  readonly backward: boolean;
}

const MAX_STEPS = 5000;
/** The maximum number of steps for one text, about 40 ms before JIT optimization. */
const MAX_WORK = 150_000;
/** The work of starting to match a text. */
const RUN_WORK = 10;
/** The number of states whose marks are allocated in one unit of work. */
const MARKS_PER_WORK = 64;
/** The work at each position of a text, besides its steps. */
const PLACE_WORK = 2;
const KEPT_CHARACTERS = 1000;

/**
 * Creates a matcher whose time is proportional to the lengths of text and pattern. Throws CannotCheck for a pattern
 * that is too large or has backreferences; the matcher throws it for a text that is too long for its pattern.
 */
export function createMachine(tree: PatternTree, flags: string): Matcher {
  const program = new Builder(flags).program(simplifyPattern(tree), false);
  return (text, effort) => {
    effort?.spend(text.length);
    return new Reading(flags.includes('u') ? Array.from(text) : text.split(''), effort).isFound(program);
  };
}

class Builder {
  readonly #flags: string;
  readonly #tests = new Map<string, Test>();
  #count = 0;

  constructor(flags: string) {
    this.#flags = flags;
  }

  program(tree: PatternTree, backward: boolean): Program {
    const steps: Step[] = [];
    this.#build(tree, steps, backward);
    steps.push({ kind: 'matched' });
    const looks = steps.flatMap(step => (step.kind === 'look' ? step.look : []));
    return { steps, looks, backward };
  }

  #build(tree: PatternTree, steps: Step[], backward: boolean): void {
    if (++this.#count > MAX_STEPS) {
      throw new CannotCheck('a pattern is too large to be checked in bounded time');
    }
    switch (tree.kind) {
      case 'character':
        steps.push({ kind: 'read', test: this.#test(tree.source) });
        break;
      case 'sequence':
        for (const part of backward ? tree.parts.toReversed() : tree.parts)
          this.#build(part, steps, backward);
        break;
      case 'choice':
        this.#choice(tree.parts, steps, backward);
        break;
      case 'repeat':
        this.#repeat(tree, steps, backward);
        break;
      case 'look': {
        // Lookahead is matched backward from the end of the text, so that each character is read once.
        const program = this.program(tree.body, tree.ahead);
        steps.push({ kind: 'look', look: { program, negative: tree.negative } });
        break;
      }
      case 'other':
        throw new CannotCheck('a pattern refers back to its groups and could take too long');
      default:
        steps.push({ kind: 'ask', place: tree.kind });
    }
  }

  #choice(parts: readonly PatternTree[], steps: Step[], backward: boolean): void {
    const exits: { to: readonly number[] }[] = [];
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      const fork = isLast ? undefined : addFork(steps);
      const start = steps.length;
      this.#build(part, steps, backward);
      if (!fork) continue;
      exits.push(addFork(steps));
      fork.to = [start, steps.length];
    }
    for (const exit of exits) exit.to = [steps.length];
  }

  #repeat({ body, min, max }: PatternTree & { kind: 'repeat' }, steps: Step[], backward: boolean): void {
    for (let count = 0; count < min; count++) this.#build(body, steps, backward);
    if (max === Number.POSITIVE_INFINITY) {
      const place = steps.length;
      const loop = addFork(steps);
      this.#build(body, steps, backward);
      steps.push({ kind: 'go', to: [place] });
      loop.to = [place + 1, steps.length];
      return;
    }
    const forks: { at: number; step: { to: readonly number[] } }[] = [];
    for (let count = min; count < max; count++) {
      forks.push({ at: steps.length, step: addFork(steps) });
      this.#build(body, steps, backward);
    }
    for (const { at, step } of forks) step.to = [at + 1, steps.length];
  }

  #test(source: string): Test {
    const known = this.#tests.get(source);
    if (known) return known;
    const test = characterTest(source, this.#flags);
    this.#tests.set(source, test);
    return test;
  }
}

function addFork(steps: Step[]): { to: readonly number[] } {
  const step = { kind: 'go' as const, to: [] as readonly number[] };
  steps.push(step);
  return step;
}

function characterTest(source: string, flags: string): Test {
  if (!flags.includes('i') && !/^[.[\\]/.test(source)) return character => character === source;
  // Character classes and cases are left to RegExp.
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const known = new Map<string, boolean>();
  return character => {
    let holds = known.get(character);
    if (holds === undefined) {
      holds = pattern.test(character);
      if (known.size < KEPT_CHARACTERS) known.set(character, holds);
    }
    return holds;
  };
}

/** The state of matching one text. */
class Reading {
  readonly #text: readonly string[];
  readonly #effort: WorkCounter | undefined;
  readonly #looks = new Map<Look, Uint8Array>();
  #work = 0;

  constructor(text: readonly string[], effort: WorkCounter | undefined) {
    this.#text = text;
    this.#effort = effort;
  }

  /** True if a program matches anywhere. */
  isFound(program: Program): boolean {
    return this.#run(program, () => true);
  }

  /** Calls `matched` with the end of each match until it returns true; a match may begin anywhere. */
  #run({ steps, looks, backward }: Program, matched: (position: number) => boolean): boolean {
    const text = this.#text;
    for (const look of looks) this.#prepare(look);
    this.#effort?.spend(RUN_WORK + steps.length / MARKS_PER_WORK);
    const marks = new Uint32Array(steps.length);
    let current: number[] = [];
    for (let count = 0; count <= text.length; count++) {
      const position = backward ? text.length - count : count;
      const reading: number[] = [];
      current.push(0);
      const before = this.#work;
      const isMatched = this.#reach(steps, position, current, reading, marks, count + 1);
      this.#effort?.spend(PLACE_WORK + this.#work - before);
      if (isMatched && matched(position)) return true;
      const character = text[backward ? position - 1 : position];
      if (character === undefined) return false;
      current = [];
      for (const index of reading) {
        const step = steps[index];
        if (step?.kind === 'read' && step.test(character)) current.push(index + 1);
      }
    }
    return false;
  }

  /**
   * Follows all states reachable without consuming a character, and collects those that consume one. True if any
   * accepts.
   */
  #reach(
    steps: readonly Step[],
    position: number,
    open: number[],
    reading: number[],
    marks: Uint32Array,
    mark: number,
  ): boolean {
    let isMatched = false;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (marks[index] === mark) continue;
      marks[index] = mark;
      if (++this.#work > MAX_WORK) throw new CannotCheck('a text is too long for its pattern');
      const step = steps[index];
      if (step?.kind === 'read') reading.push(index);
      else if (step?.kind === 'go') open.push(...step.to);
      else if (step?.kind === 'matched') isMatched = true;
      else if (step && this.#holds(step, position)) open.push(index + 1);
    }
    return isMatched;
  }

  #holds(step: Step & { kind: 'ask' | 'look' }, position: number): boolean {
    if (step.kind === 'look') return (this.#looks.get(step.look)?.[position] === 1) !== step.look.negative;
    if (step.place === 'start') return position === 0;
    if (step.place === 'end') return position === this.#text.length;
    const border = isWord(this.#text[position - 1]) !== isWord(this.#text[position]);
    return border === (step.place === 'word');
  }

  #prepare(look: Look): void {
    const ends = new Uint8Array(this.#text.length + 1);
    this.#looks.set(look, ends);
    this.#run(look.program, position => {
      ends[position] = 1;
      return false;
    });
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
