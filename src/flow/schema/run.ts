import { isWholeExpression, type PathSegment, templateExpressions } from '../template.ts';
import { canonicalJson, equalJson } from './equal.ts';
import type { Marks } from './marks.ts';
import { CannotCheck, type SchemaProblem } from './problem.ts';
import type { Resource } from './resources.ts';

const MAX_DEPTH = 300;
/** The most work of one check. A piece takes about a tenth of a microsecond, so this is a fraction of a tenth of a second. */
const MAX_WORK = 400_000;
const MAX_MS = 1000;
/** The work of entering a subschema, and what it takes more where properties and items that were looked at are kept. */
const ENTERING = 6;
const TRACKING = 9;
/** The work between two looks at the clock. */
const LOOK_EVERY = 2048;

/** What a problem says besides its place, keyword and sentence. */
type Details = Pick<SchemaProblem, 'expected' | 'missing' | 'onKey'>;

/** The state of one check of a value: where it is, what it found, how much more work it may do. */
export class Run {
  /** What was found; undefined while only yes or no is asked for. */
  problems: SchemaProblem[] | undefined = [];
  readonly path: PathSegment[] = [];
  /** Resources that were entered on the way, outermost first. */
  readonly scope: Resource[] = [];
  /** Whether a verdict rests on a template expression, whose value is not known. */
  uncertain = false;
  /** Whether properties and items that were looked at are kept. */
  readonly tracks: boolean;
  /** Whether texts may hold template expressions. */
  templates: boolean;
  /** The subschemas that the check is within, outermost first, and the level of the value that each judges. */
  readonly #entered: object[] = [];
  readonly #levels: number[] = [];
  #work = 0;
  #nextLook = LOOK_EVERY;
  #began: number | undefined;

  constructor(tracks: boolean, templates: boolean) {
    this.tracks = tracks;
    this.templates = templates;
  }

  /** Enters a subschema. Throws CannotCheck when the check goes too deep or takes too long. */
  enter(schema: object): void {
    this.#entered.push(schema);
    this.#levels.push(this.path.length);
    if (this.#entered.length > MAX_DEPTH) throw this.#tooDeep();
    this.spend(this.tracks ? TRACKING : ENTERING);
  }

  /** Counts work, which is the same for the same value. Throws CannotCheck when the check takes too long. */
  spend(work: number): void {
    this.#work += work;
    if (this.#work > MAX_WORK) throw new CannotCheck('it takes too long');
    if (this.#work < this.#nextLook) return;
    this.#nextLook = this.#work + LOOK_EVERY;
    this.#lookAtClock();
  }

  /** The names of an object's properties; counts listing them as work. */
  namesIn(object: object): readonly string[] {
    const names = Object.keys(object);
    this.spend(names.length);
    return names;
  }

  /** The canonical JSON of a value, which is the same for equal values; counts writing it as work. */
  canonical(value: unknown): string {
    const text = canonicalJson(value);
    const isPlain = typeof value !== 'object' || value === null;
    this.spend(3 + text.length / (isPlain ? 64 : 1));
    return text;
  }

  /** Tells whether two JSON values are equal, and counts the comparison as work. */
  equal(one: unknown, other: unknown): boolean {
    return equalJson(one, other, () => this.spend(1));
  }

  /** Adds marks to those of an outer schema, where both keep some; counts it as work. */
  merge(own: Marks | undefined, outer: Marks | undefined): void {
    if (!own || !outer) return;
    this.spend(own.size);
    outer.merge(own);
  }

  // What the work does not tell of, such as a computer that is much slower.
  #lookAtClock(): void {
    const now = performance.now();
    this.#began ??= now;
    if (now - this.#began > MAX_MS) throw new CannotCheck('it takes too long');
  }

  leave(): void {
    this.#entered.pop();
    this.#levels.pop();
  }

  /** Keeps a problem, where problems are asked for. Always false, the verdict of a failed keyword. */
  fail(keyword: string, message: () => string, details?: Details): false {
    if (!this.problems) return false;
    this.spend(ENTERING + this.path.length / 4);
    this.problems.push({ path: [...this.path], keyword, message: message(), ...details });
    return false;
  }

  /** What work finds and decides, aside from what was found so far. */
  aside(work: () => boolean, wanted = false): Aside {
    this.spend(ENTERING);
    const { problems, uncertain } = this;
    this.problems = wanted ? [] : undefined;
    this.uncertain = false;
    const valid = work();
    const found = { valid, uncertain: this.uncertain, problems: this.problems ?? [] };
    this.problems = problems;
    this.uncertain = uncertain || found.uncertain;
    return found;
  }

  // A subschema that is met again at the same level of the value would be met without end.
  #tooDeep(): CannotCheck {
    const level = this.path.length;
    const here = this.#entered.slice(this.#levels.indexOf(level));
    if (new Set(here).size < here.length) return new CannotCheck('the schema refers to itself without end');
    return new CannotCheck(`it is nested deeper than the ${level} levels that a check goes into`);
  }

  /** Whether a value is a text with expressions, which no exact value can be held against. */
  reads(value: unknown): boolean {
    return typeof value === 'string' && this.reading(value) !== 'plain';
  }

  /** Whether a text is a template expression as a whole, holds some, or is plain. */
  reading(text: string): 'whole' | 'mixed' | 'plain' {
    if (!this.templates || !text.includes('{{')) return 'plain';
    if (isWholeExpression(text)) return 'whole';
    return templateExpressions(text).length > 0 ? 'mixed' : 'plain';
  }
}

/** A verdict that was reached aside. */
export interface Aside {
  readonly valid: boolean;
  readonly uncertain: boolean;
  readonly problems: readonly SchemaProblem[];
}
