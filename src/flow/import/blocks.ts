import { type JsonObject, withoutUndefined } from '../../util/isObject.ts';
import type { CommandLog } from './commandLog.ts';
import type { DraftStep } from './imported.ts';
import type { Variables } from './variables.ts';

/** A command as a step, or as a block of commands. Blocks nest as deep as in the file; steps nest only once. */
export type CommandBlock = { readonly kind: 'step'; readonly step: DraftStep } | ContainerBlock;

/** The commands of a block, by their numbers: its own, and the one after its last. */
interface CommandRange {
  readonly source: number;
  readonly end: number;
}

/** A block of commands. */
export type ContainerBlock = CommandRange & {
  readonly body: readonly CommandBlock[];
  readonly name?: string | undefined;
  readonly isOptional: boolean;
} & (
    | {
        /** Runs its commands if a condition holds, which may be the success of a check. */
        readonly kind: 'when';
        readonly check?: DraftStep | undefined;
        readonly condition: JsonObject;
      }
    | { readonly kind: 'repeat'; readonly times: number; readonly pauseSeconds?: number | undefined }
    /** Repeats its commands as long as a check succeeds. */
    | { readonly kind: 'while'; readonly times: number; readonly check: DraftStep }
    | { readonly kind: 'retry'; readonly retries: number }
  );

type LoopBlock = Exclude<ContainerBlock, { readonly kind: 'when' }>;

/** The maximum number of steps that a repeat with blocks inside becomes. */
const MAX_UNROLLED = 100;
const NESTED = 'It is part of a command that is not translated.';

/** Converts blocks to steps that nest only once. A block that cannot be converted is left. */
export class BlockFlattening {
  readonly #log: CommandLog;
  readonly #variables: Variables;

  constructor(log: CommandLog, variables: Variables) {
    this.#log = log;
    this.#variables = variables;
  }

  /** Returns the steps of blocks. With a condition, all of them run only if it holds. */
  flatten(blocks: readonly CommandBlock[], condition?: JsonObject, isOptional = false): readonly DraftStep[] {
    const steps: DraftStep[] = [];
    let inside: DraftStep[] = [];
    const add = (step: DraftStep): void => {
      (condition ? inside : steps).push(step);
    };
    const close = (): void => {
      const [first] = inside;
      if (condition && first) {
        const branch = { method: 'flow.branch', params: condition, children: inside } as const;
        steps.push({ ...branch, ...optional(isOptional), ...withoutUndefined({ source: first.source }) });
      }
      inside = [];
    };
    const queue = [...blocks];
    for (let block = queue.shift(); block; block = queue.shift()) {
      if (block.kind === 'step') add(block.step);
      else if (block.kind === 'when') {
        // A condition without a check would hold although the outer one does not.
        if (condition && !block.check) {
          add(this.#leave(block));
          continue;
        }
        if (block.check) add(block.check);
        close();
        const inner = this.flatten(block.body, block.condition, block.isOptional || isOptional);
        steps.push(...named(inner, block.name));
      } else {
        const children = condition ? undefined : leavesOf(block.body);
        const rounds = children ? undefined : this.#blocksOf(block);
        if (children) steps.push(...this.#container(block, children));
        else if (rounds) queue.unshift(...rounds);
        else add(this.#leave(block));
      }
    }
    close();
    return steps;
  }

  /** Returns the blocks that have the same effect as a block; undefined if there are none. */
  #blocksOf(block: LoopBlock): readonly CommandBlock[] | undefined {
    if (block.kind === 'retry') {
      this.#log.note(block.source, 'approximated', ['The commands run once and are not retried.']);
      return block.body;
    }
    if (block.kind !== 'repeat' || block.isOptional || block.times * countOf(block.body) > MAX_UNROLLED)
      return undefined;
    if (block.times > 1)
      this.#log.note(block.source, 'translated', ['Its steps are written once for each round.']);
    return Array.from({ length: block.times }, (_, round) =>
      round === 0 ? block.body : this.#copy(block.body),
    ).flat();
  }

  /** Returns the steps of a block that has only steps inside. */
  #container(block: LoopBlock, children: readonly DraftStep[]): readonly DraftStep[] {
    if (children.length === 0) return [];
    const { source, name, isOptional } = block;
    const common = { source, ...withoutUndefined({ name }), ...optional(isOptional) };
    switch (block.kind) {
      case 'repeat': {
        const { times, pauseSeconds = 0 } = block;
        const params = { times, ...(pauseSeconds > 0 ? { pauseSeconds } : {}) };
        return [{ ...common, method: 'flow.repeat', params, children }];
      }
      case 'while': {
        const { times, check } = block;
        const repeat = { method: 'flow.repeat', params: { times }, children: [check, ...children] } as const;
        return [{ ...common, ...repeat, continueOnError: true }];
      }
      case 'retry':
        return this.#attempts(block.retries, children, common);
    }
  }

  /** Returns steps that run others, and run them again if they failed. */
  #attempts(
    retries: number,
    children: readonly DraftStep[],
    common: Pick<DraftStep, 'source' | 'name' | 'continueOnError'>,
  ): readonly DraftStep[] {
    const steps: DraftStep[] = [];
    let failed: string | undefined;
    for (let attempt = 0; attempt <= retries; attempt++) {
      const isLast = attempt === retries;
      const key = isLast ? undefined : this.#variables.newKey('attempt');
      const blocks = children.map(step => ({ kind: 'step', step }) as const);
      const inner = attempt === 0 ? children : (leavesOf(this.#copy(blocks)) ?? []);
      const step: DraftStep =
        failed === undefined
          ? { method: 'flow.repeat', params: { times: 1 }, children: inner }
          : {
              method: 'flow.branch',
              params: { left: `{{steps.${failed}.status}}`, operator: 'equals', right: 'failed' },
              children: inner,
            };
      steps.push({ ...step, ...common, ...(isLast ? {} : { key, continueOnError: true }) });
      failed = key;
    }
    return steps;
  }

  #leave({ source, end }: CommandRange): DraftStep {
    for (let number = source + 1; number < end; number++) this.#log.note(number, 'left', [NESTED]);
    return this.#log.leave(source, 'Steps nest only once. Move its commands out of the others.');
  }

  /** Copies blocks, and gives the steps other keys. */
  #copy(blocks: readonly CommandBlock[]): readonly CommandBlock[] {
    let text = JSON.stringify(blocks);
    for (const key of new Set([...text.matchAll(/"key":"([a-z]+\d+)"/g)].map(([, found = '']) => found))) {
      const other = this.#variables.newKey(key.replace(/\d+$/, ''));
      text = text
        .replaceAll(`"key":"${key}"`, `"key":"${other}"`)
        .replaceAll(`{{steps.${key}.`, `{{steps.${other}.`);
    }
    return JSON.parse(text) as readonly CommandBlock[];
  }
}

/** Returns the steps of blocks that are all steps; undefined if one is not. */
function leavesOf(blocks: readonly CommandBlock[]): readonly DraftStep[] | undefined {
  const steps = blocks.flatMap(block => (block.kind === 'step' ? [block.step] : []));
  return steps.length === blocks.length ? steps : undefined;
}

/** Returns the number of steps that blocks become, at least. */
function countOf(blocks: readonly CommandBlock[]): number {
  return blocks.reduce(
    (sum, block) =>
      sum +
      (block.kind === 'step'
        ? 1
        : 1 + countOf(block.body) * (block.kind === 'repeat' ? Math.max(block.times, 1) : 1)),
    0,
  );
}

function optional(isOptional: boolean): { readonly continueOnError?: true } {
  return isOptional ? { continueOnError: true } : {};
}

/** Gives the first step of a block the name of the block. */
function named(steps: readonly DraftStep[], name: string | undefined): readonly DraftStep[] {
  const [first, ...others] = steps;
  return first && name !== undefined && first.children ? [{ ...first, name }, ...others] : steps;
}
