import { randomUUID } from 'node:crypto';
import type { ActiveFault, Fault, FaultRule } from '../../contract/sandbox/fault.ts';
import type { Random } from '../../util/random.ts';

/** The faults that the sandbox was told to show, in the order they were added. */
export class Faults {
  readonly #random: Random;
  readonly #rules = new Map<string, ActiveFault>();

  /** Takes its chances from `random`, so that a seed number decides them. */
  constructor(random: Random) {
    this.#random = random;
  }

  add(rule: FaultRule): ActiveFault {
    const active = { ...rule, id: randomUUID(), used: 0 };
    this.#rules.set(active.id, active);
    return active;
  }

  list(): ActiveFault[] {
    return [...this.#rules.values()];
  }

  /** Lifts a fault and tells whether it was in force. */
  remove(id: string): boolean {
    return this.#rules.delete(id);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** The faults that this call meets; each rule that hits counts it, and ends with its last. */
  meet(operation: string, path: string): Fault[] {
    return this.list().flatMap(rule => {
      if (!means(rule, operation, path) || this.#random() >= (rule.probability ?? 1)) return [];
      const used = rule.used + 1;
      if (used === rule.times) this.#rules.delete(rule.id);
      else this.#rules.set(rule.id, { ...rule, used });
      return [rule.fault];
    });
  }
}

function means(rule: FaultRule, operation: string, path: string): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false;
  return rule.path === undefined || matchesGlob(path, rule.path);
}

/** Whether a path fits a pattern in which `*` stands for a segment and `**` for any number of them. */
export function matchesGlob(path: string, pattern: string): boolean {
  return segmentsMatch(path.split('/'), pattern.split('/'));
}

function segmentsMatch(path: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first === '**') return path.some((_, at) => segmentsMatch(path.slice(at), rest)) || rest.length === 0;
  const [segment, ...after] = path;
  return segment !== undefined && (first === '*' || first === segment) && segmentsMatch(after, rest);
}
