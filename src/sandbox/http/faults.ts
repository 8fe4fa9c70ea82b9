import { randomUUID } from 'node:crypto';
import type { ActiveFault, Fault, FaultRule, ScreenFault } from '../../contract/sandbox/fault.ts';
import { isOfScreens } from '../../contract/enumerations.ts';
import type { Random } from '../../util/random.ts';

/** The active faults, in the order they were added. */
export class Faults {
  readonly #random: Random;
  readonly #rules = new Map<string, ActiveFault>();

  /** Uses `random` for probabilities, so that the seed number determines them. */
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

  /** Removes a fault and returns true if it was active. */
  remove(id: string): boolean {
    return this.#rules.delete(id);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** Returns the fault of a kind that was added last for the screens of a device; undefined if there is none. */
  ofScreen<K extends ScreenFault['kind']>(
    kind: K,
    deviceId: string,
  ): Extract<ScreenFault, { kind: K }> | undefined {
    return this.list()
      .map(({ fault }) => fault)
      .filter((fault): fault is Extract<ScreenFault, { kind: K }> => fault.kind === kind)
      .findLast(fault => fault.deviceId === undefined || fault.deviceId === deviceId);
  }

  /** Returns the faults that apply to a call, and counts each use; a rule is removed after its last use. */
  match(operation: string, path: string): Fault[] {
    return this.list().flatMap(rule => {
      if (!appliesTo(rule, operation, path) || this.#random() >= (rule.probability ?? 1)) return [];
      const used = rule.used + 1;
      if (used === rule.times) this.#rules.delete(rule.id);
      else this.#rules.set(rule.id, { ...rule, used });
      return [rule.fault];
    });
  }
}

function appliesTo(rule: FaultRule, operation: string, path: string): boolean {
  if (isOfScreens(rule.fault)) return false;
  if (rule.operation !== undefined && rule.operation !== operation) return false;
  return rule.path === undefined || matchesGlob(path, rule.path);
}

/** Returns true if a path matches a pattern in which `*` stands for one segment and `**` for any number. */
export function matchesGlob(path: string, pattern: string): boolean {
  return segmentsMatch(path.split('/'), pattern.split('/'));
}

function segmentsMatch(path: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return path.length === 0;
  if (first === '**') return path.some((_, at) => segmentsMatch(path.slice(at), rest)) || rest.length === 0;
  const [segment, ...after] = path;
  return segment !== undefined && (first === '*' || first === segment) && segmentsMatch(after, rest);
}
