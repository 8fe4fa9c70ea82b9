import { BUDGETS } from '../../util/budgets.ts';
import { isWholeExpression, type PathSegment, templateExpressions } from '../template.ts';
import { canonicalJson, equalJson } from './equal.ts';
import type { Marks } from './marks.ts';
import { CannotCheck } from './cannotCheck.ts';
import type { SchemaProblem } from './problem.ts';
import type { Resource } from './resources.ts';

const MAX_DEPTH = 300;
/** The maximum work and time of the check of one value. A unit of work takes about 0.1 µs. */
export interface CheckLimits {
  readonly 'units of work': number;
  readonly milliseconds: number;
}

/** The work of entering a subschema, without and with tracking of evaluated properties and items. */
const ENTERING = 6;
const TRACKING = 9;
/** The work between two readings of the clock. */
const LOOK_EVERY = 2048;

type Details = Pick<SchemaProblem, 'expected' | 'missing' | 'onKey'>;

/** A keyword that cannot be read, and why. */
export interface Unread {
  readonly keyword: string;
  readonly why: string;
}

/** The place of a value that an unread keyword leaves unchecked. */
interface Note {
  readonly unread: Unread;
  readonly path: readonly PathSegment[];
}

/** The state of one check of a value: its location, problems and remaining work. */
export class Run {
  /** The problems found; undefined if only validity is needed. */
  problems: SchemaProblem[] | undefined = [];
  /** The unread keywords that the value met, each at the first place where the value is valid otherwise. */
  readonly notes: Note[] = [];
  readonly path: PathSegment[] = [];
  /** The entered resources, outermost first. */
  readonly scope: Resource[] = [];
  /** True if the result depends on a template expression, whose value is unknown. */
  uncertain = false;
  /** True if evaluated properties and items are tracked. */
  readonly tracks: boolean;
  /** True if texts may contain template expressions. */
  templates: boolean;
  /** The entered subschemas, outermost first, and the depth of the value that each applies to. */
  readonly #entered: object[] = [];
  readonly #levels: number[] = [];
  /** True if problems have messages. */
  readonly #explains: boolean;
  readonly #limits: CheckLimits;
  #work = 0;
  #nextLook = LOOK_EVERY;
  #began: number | undefined;

  constructor(
    tracks: boolean,
    templates: boolean,
    { explains = true, limits = BUDGETS.check.parts }: { explains?: boolean; limits?: CheckLimits } = {},
  ) {
    this.tracks = tracks;
    this.templates = templates;
    this.#explains = explains;
    this.#limits = limits;
  }

  /** Enters a subschema. Throws CannotCheck if the check goes too deep or takes too long. */
  enter(schema: object): void {
    this.#entered.push(schema);
    this.#levels.push(this.path.length);
    if (this.#entered.length > MAX_DEPTH) throw this.#tooDeep();
    this.spend(this.tracks ? TRACKING : ENTERING);
  }

  /** Counts work, deterministically for a given value. Throws CannotCheck if the check takes too long. */
  spend(work: number): void {
    this.#work += work;
    if (this.#work > this.#limits['units of work']) throw new CannotCheck('it takes too long');
    if (this.#work < this.#nextLook) return;
    this.#nextLook = this.#work + LOOK_EVERY;
    this.#lookAtClock();
  }

  /** The work so far, in units of about 0.1 µs. */
  get work(): number {
    return this.#work;
  }

  /** Returns the property names of an object; counts work. */
  namesIn(object: object): readonly string[] {
    const names = Object.keys(object);
    this.spend(names.length);
    return names;
  }

  /** Returns the canonical JSON of a value; counts work. */
  canonical(value: unknown): string {
    const text = canonicalJson(value);
    const isPlain = typeof value !== 'object' || value === null;
    this.spend(3 + text.length / (isPlain ? 64 : 1));
    return text;
  }

  /** True if two JSON values are equal; counts work. */
  equal(left: unknown, right: unknown): boolean {
    return equalJson(left, right, () => this.spend(1));
  }

  /** Merges marks into those of an outer schema, if both are tracked; counts work. */
  merge(inner: Marks | undefined, outer: Marks | undefined): void {
    if (!inner || !outer) return;
    this.spend(inner.size);
    outer.merge(inner);
  }

  // Limits the time on computers so slow that the work limit is not enough.
  #lookAtClock(): void {
    const now = performance.now();
    this.#began ??= now;
    if (now - this.#began > this.#limits.milliseconds) throw new CannotCheck('it takes too long');
  }

  leave(): void {
    this.#entered.pop();
    this.#levels.pop();
  }

  /** Adds a problem, if problems are collected. Returns false, the result of a failed keyword. */
  fail(keyword: string, message: () => string, details?: Details): false {
    if (!this.problems) return false;
    this.spend(ENTERING + this.path.length / 4);
    const text = this.#explains ? message() : '';
    this.problems.push({ path: [...this.path], keyword, message: text, ...details });
    return false;
  }

  /** Accepts a value at a keyword that cannot be read, as a result that is not certain. */
  leaveUnread(unread: Unread): void {
    this.uncertain = true;
    this.spend(ENTERING + this.notes.length / 4);
    if (!this.notes.some(note => note.unread === unread)) this.notes.push({ unread, path: [...this.path] });
  }

  /** Runs a check without adding its problems to those found so far; with `isCollecting`, they are collected in the result. */
  runAside(work: () => boolean, isCollecting = false): Aside {
    this.spend(ENTERING);
    const { problems, uncertain } = this;
    const noted = this.notes.length;
    this.problems = isCollecting ? [] : undefined;
    this.uncertain = false;
    const valid = work();
    // What is unread in an alternative that does not apply is of no interest.
    if (!valid) this.notes.length = noted;
    const found = { valid, uncertain: this.uncertain, problems: this.problems ?? [] };
    this.problems = problems;
    this.uncertain = uncertain || found.uncertain;
    return found;
  }

  // A subschema that recurs at the same depth of the value would recur endlessly.
  #tooDeep(): CannotCheck {
    const level = this.path.length;
    const entered = this.#entered.slice(this.#levels.indexOf(level));
    if (new Set(entered).size < entered.length)
      return new CannotCheck('the schema refers to itself without end');
    return new CannotCheck(`it is nested deeper than the ${level} levels that a check goes into`);
  }

  /** True if a value is a text with expressions, which cannot be compared with exact values. */
  hasExpressions(value: unknown): boolean {
    return typeof value === 'string' && this.classify(value) !== 'plain';
  }

  /** Returns `whole` if a text is one template expression, `mixed` if it contains some, else `plain`. */
  classify(text: string): 'whole' | 'mixed' | 'plain' {
    if (!this.templates || !text.includes('{{')) return 'plain';
    if (isWholeExpression(text)) return 'whole';
    return templateExpressions(text).length > 0 ? 'mixed' : 'plain';
  }
}

/** The result of a separate check. */
export interface Aside {
  readonly valid: boolean;
  readonly uncertain: boolean;
  readonly problems: readonly SchemaProblem[];
}
