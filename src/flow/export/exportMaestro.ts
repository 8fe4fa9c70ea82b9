import type { JsonObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import { oneCommand, shortened, type WrittenCommand, type WrittenStep } from '../import/commandContext.ts';
import { nameOfFile } from '../import/flowPath.ts';
import type { ImportedCommand } from '../import/imported.ts';
import { writeLongPress } from '../import/maestroElements.ts';
import { MAX_RETRIES, MAX_ROUNDS, notTrueReason } from '../import/maestroFlow.ts';
import { equalJson } from '../schema/equal.ts';
import { ExportError, type ExportedStep, readExportedFlow } from './flowSteps.ts';
import { type MaestroItem, maestroYaml } from './maestroYaml.ts';
import { optionsOf, StepWriting } from './stepWriting.ts';

/** A Maestro file, and what became of each step. */
export interface ExportResult {
  readonly name: string;
  readonly text: string;
  readonly commands: readonly ImportedCommand[];
  readonly notes: readonly string[];
}

/** The most rounds of a repeat. */
const MAX_TIMES = 1000;
/** The most presses of a tap that is repeated by one command. */
const MAX_TAPS = 50;

/** Converts the text of a flow file to a Maestro file. Throws ExportError. */
export function exportMaestro(path: string, text: string, catalog: FlowCatalog): ExportResult {
  const { name, settings, steps } = readExportedFlow(path, text, catalog);
  return new MaestroExport(path, steps).export(name ?? nameOfFile(path.replace(/\.json$/, '')), settings);
}

class MaestroExport {
  readonly #steps: readonly ExportedStep[];
  readonly #writing: StepWriting;

  constructor(path: string, steps: readonly ExportedStep[]) {
    this.#steps = steps;
    this.#writing = new StepWriting(path, steps);
  }

  export(name: string, settings: readonly string[]): ExportResult {
    const items = this.#list(this.#steps);
    if (!items.some(item => 'name' in item))
      throw new ExportError(
        'No step of the flow has a command in Maestro, so that there is nothing to export.',
      );
    const appId = this.#writing.appId;
    const header = { ...(appId === undefined ? {} : { appId }), name };
    const app =
      appId === undefined ? ['Maestro needs the app. Add “appId” to the settings of the file.'] : [];
    const fields = this.#writing.fields.map(field => `Pass “${field}” to Maestro with --env.`);
    const left =
      settings.length === 0
        ? []
        : [
            `Settings without an equivalent: ${settings.map(setting => `“${setting.slice(0, 40)}”`).join(', ')}.`,
          ];
    return {
      name,
      text: maestroYaml(header, items),
      commands: this.#writing.commands,
      notes: [...app, ...fields, ...left],
    };
  }

  #list(steps: readonly ExportedStep[]): readonly MaestroItem[] {
    const items: MaestroItem[] = [];
    for (let at = 0; at < steps.length;) {
      const { made, next } =
        this.#condition(steps, at) ??
        this.#retry(steps, at) ??
        this.#pair(steps, at) ??
        this.#single(steps, at);
      items.push(...made);
      at = next;
    }
    return items;
  }

  #single(steps: readonly ExportedStep[], at: number): Made {
    const [step] = steps.slice(at) as [ExportedStep];
    const made = this.#repeat(step) ?? this.#writing.write([step], this.#writing.written(step));
    return { made, next: at + 1 };
  }

  /** Writes a repeat: of one tap, while a condition holds, or of any commands. */
  #repeat(step: ExportedStep): readonly MaestroItem[] | undefined {
    const { method, params, children, isOptional } = step;
    const { times, pauseSeconds = 0 } = params;
    const isCounted = typeof times === 'number' && Number.isInteger(times) && times > 0 && times <= MAX_TIMES;
    if (method !== 'flow.repeat' || !isCounted) return undefined;
    const [first, ...others] = children;
    if (
      typeof pauseSeconds === 'number' &&
      pauseSeconds > 0 &&
      times <= MAX_TAPS &&
      isBareTap(first) &&
      others.length === 0
    ) {
      const tap = this.#writing.written(first);
      const args = { repeat: times, delay: Math.round(pauseSeconds * 1000) };
      return this.#writing.write(
        [step],
        tap && { ...tap, commands: tap.commands.map(command => withArgs(command, args)) },
      );
    }
    const isChecked = isOptional && times <= MAX_ROUNDS && first && isPlainCheck(first) && others.length > 0;
    const guard = isChecked ? this.#writing.guard(first) : undefined;
    const commands = this.#list(guard ? others : children);
    if (!hasCommands(commands)) return this.#writing.leave([step]);
    if (guard && first) this.#writing.note(first, 'approximated', guard.notes);
    const pause = pauseSeconds === 0 ? [] : ['Maestro does not pause between two rounds.'];
    this.#writing.note(step, 'approximated', [...pause, ...this.#writing.ownNotes(step)]);
    const options = optionsOf(step);
    const value = guard
      ? { times, while: guard.condition, ...withoutOptional(options) }
      : { times, ...options };
    return [{ name: 'repeat', value, commands }];
  }

  /** Writes a condition that stops the run as a command that fails. */
  #assertion(step: ExportedStep): readonly MaestroItem[] | undefined {
    const [stop, ...others] = step.children;
    const { operator } = step.params;
    const isStop = stop?.method === 'flow.stop' && stop.params['outcome'] === 'failed' && others.length === 0;
    if (step.method !== 'flow.branch' || !isStop || (operator !== 'equals' && operator !== 'notEquals'))
      return undefined;
    const opposite = operator === 'equals' ? 'notEquals' : 'equals';
    const condition = this.#writing.expression({ ...step.params, operator: opposite });
    if (condition === undefined) return undefined;
    const isSame = stop.params['reason'] === notTrueReason(condition);
    this.#writing.note(step, 'approximated', this.#writing.ownNotes(step));
    if (!isSame || stop.label !== undefined)
      this.#writing.note(stop, 'approximated', ['Maestro gives its own reason for the failure.']);
    return [{ name: 'assertTrue', value: shortened('assertTrue', { condition, ...optionsOf(step) }) }];
  }

  /** Writes a check and the steps that run if it succeeds, or a comparison with its steps, as commands with a condition. */
  #condition(steps: readonly ExportedStep[], at: number): Made | undefined {
    const [first, second] = steps.slice(at, at + 2);
    if (first && second && isKeptCheck(first) && isBranchOn(second, first))
      return this.#checked(steps, first, at + 1);
    return first?.method === 'flow.branch' ? this.#compared(steps, at, first) : undefined;
  }

  #compared(steps: readonly ExportedStep[], at: number, first: ExportedStep): Made | undefined {
    const assertion = this.#assertion(first);
    if (assertion) return { made: assertion, next: at + 1 };
    const condition = this.#writing.expression(first.params);
    if (condition === undefined) return undefined;
    const isSame = (step: ExportedStep): boolean =>
      step.method === 'flow.branch' && equalJson(step.params, first.params);
    const { made, next } = this.#body(steps, at, isSame);
    if (!hasCommands(made)) return { made: this.#writing.leave(steps.slice(at, next)), next };
    this.#writing.note(first, 'approximated', this.#writing.ownNotes(first));
    return { made: [runFlow({ true: condition }, first, made)], next };
  }

  #checked(steps: readonly ExportedStep[], check: ExportedStep, from: number): Made {
    const branch = steps[from] ?? check;
    const guard = this.#writing.guard(check);
    const { made, next } = guard
      ? this.#body(steps, from, step => isBranchOn(step, check))
      : { made: [], next: from + 1 };
    if (!guard || !hasCommands(made))
      return { made: this.#writing.leave([check, ...steps.slice(from, next)]), next };
    this.#writing.note(check, 'approximated', guard.notes);
    this.#writing.note(branch, 'approximated', this.#writing.ownNotes(branch));
    return { made: [runFlow(guard.condition, branch, made)], next };
  }

  /**
   * Writes the steps of a condition. Since steps nest only once, a condition inside it is checked by its last step, and
   * the steps after that are in another branch on the same condition.
   */
  #body(steps: readonly ExportedStep[], from: number, isSame: (step: ExportedStep) => boolean): Made {
    const made: MaestroItem[] = [];
    let at = from;
    for (let step = steps[at]; step && (at === from || isSame(step)); step = steps[at]) {
      const last = step.children.at(-1);
      const inner = steps[at + 1];
      at += 1;
      if (!last || !inner || !isKeptCheck(last) || !isBranchOn(inner, last)) {
        made.push(...this.#list(step.children));
        break;
      }
      made.push(...this.#list(step.children.slice(0, -1)));
      const nested = this.#checked(steps, last, at);
      made.push(...nested.made);
      at = nested.next;
    }
    return { made, next: at };
  }

  /** Writes steps that run others again after a failure. */
  #retry(steps: readonly ExportedStep[], at: number): Made | undefined {
    const [first] = steps.slice(at) as [ExportedStep];
    if (first.method !== 'flow.repeat' || first.params['times'] !== 1 || !first.isOptional) return undefined;
    const attempts = [first];
    for (let last = first; ;) {
      const next = steps[at + attempts.length];
      const isNext =
        next?.method === 'flow.branch' &&
        last.key !== undefined &&
        equalJson(next.params, {
          left: `{{steps.${last.key}.status}}`,
          operator: 'equals',
          right: 'failed',
        }) &&
        equalJson(withoutKeys(next.children), withoutKeys(first.children));
      if (!isNext || (attempts.length > 1 && !last.isOptional)) break;
      attempts.push(next);
      last = next;
    }
    const maxRetries = attempts.length - 1;
    if (maxRetries < 1 || maxRetries > MAX_RETRIES) return undefined;
    const commands = this.#list(first.children);
    const next = at + attempts.length;
    if (!hasCommands(commands)) return { made: this.#writing.leave(attempts), next };
    const last = attempts.at(-1) ?? first;
    for (const { key } of attempts.slice(0, -1)) this.#writing.addAttempt(key ?? '');
    for (const step of attempts) this.#writing.note(step, 'approximated', this.#writing.ownNotes(step));
    const value = { maxRetries, ...optionsOf({ ...first, isOptional: last.isOptional }) };
    return { made: [{ name: 'retry', value, commands }], next };
  }

  /** Writes two steps that are one command. */
  #pair(steps: readonly ExportedStep[], at: number): Made | undefined {
    const [first, second] = steps.slice(at, at + 2);
    if (!first || !second || first.key === undefined || first.isOptional !== second.isOptional)
      return undefined;
    const written = this.#pairOf(first, second);
    return written && { made: this.#writing.write([first, second], written), next: at + 2 };
  }

  #pairOf(
    { key = '', method, params, isOptional }: ExportedStep,
    second: ExportedStep,
  ): WrittenStep | undefined {
    const corner = { x: `{{steps.${key}.body.bounds.left}}`, y: `{{steps.${key}.body.bounds.top}}` };
    const { x, y } = second.params;
    if (
      method === 'device.waitForElement' &&
      second.method === 'device.longPress' &&
      equalJson({ x, y }, corner)
    )
      return writeLongPress(params, this.#writing.context);
    const [stop, ...others] = second.children;
    const isStopped =
      method === 'agent.decide' &&
      second.method === 'flow.branch' &&
      equalJson(second.params, { left: `{{steps.${key}.body.yes}}`, operator: 'equals', right: false }) &&
      stop?.method === 'flow.stop' &&
      stop.params['outcome'] === 'failed' &&
      others.length === 0;
    if (!isStopped || isOptional) return undefined;
    const assertion = this.#writing.text(params['question']);
    return oneCommand('assertWithAI', { assertion, optional: false }, ['The model of Maestro decides.']);
  }
}

/** Lines of a file, and the index of the first step that they do not stand for. */
interface Made {
  readonly made: readonly MaestroItem[];
  readonly next: number;
}

function withoutOptional({ label }: JsonObject): JsonObject {
  return label === undefined ? {} : { label };
}

function withArgs({ name, args }: WrittenCommand, more: JsonObject): WrittenCommand {
  return { name, args: { ...args, ...more } };
}

function runFlow(when: JsonObject, step: ExportedStep, commands: readonly MaestroItem[]): MaestroItem {
  return { name: 'runFlow', value: { when, ...optionsOf(step) }, commands };
}

function hasCommands(items: readonly MaestroItem[]): boolean {
  return items.some(item => 'name' in item);
}

function isBareTap(step: ExportedStep | undefined): step is ExportedStep {
  return (
    step?.method === 'device.tap' && step.label === undefined && step.key === undefined && !step.isOptional
  );
}

/** True for a check that ends a loop when it fails. */
function isPlainCheck({ method, key, isOptional }: ExportedStep): boolean {
  return method === 'device.checkElement' && key === undefined && !isOptional;
}

/** True for a check whose result a later step reads. */
function isKeptCheck({ method, key, isOptional }: ExportedStep): boolean {
  return method === 'device.checkElement' && key !== undefined && isOptional;
}

/** True for steps that run if a check succeeds. */
function isBranchOn({ method, params }: ExportedStep, { key = '' }: ExportedStep): boolean {
  const wanted = { left: `{{steps.${key}.status}}`, operator: 'equals', right: 'success' };
  return method === 'flow.branch' && equalJson(params, wanted);
}

/** Returns steps without their keys and places, to compare them. */
function withoutKeys(steps: readonly ExportedStep[]): readonly JsonObject[] {
  return steps.map(({ method, params, label, isOptional, children }) => ({
    method: method ?? null,
    params,
    label: label ?? null,
    isOptional,
    children: withoutKeys(children),
  }));
}
