import { BUDGETS } from '../../util/budgets.ts';
import { changeTexts } from '../../util/changeTexts.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { isObject, memberOf, without } from '../../util/isObject.ts';
import { plainText } from '../../util/plainText.ts';
import { type CommandBlock, BlockFlattening } from './blocks.ts';
import { CommandLog } from './commandLog.ts';
import { completeImport } from './completeImport.ts';
import type { CommandContext, CommandReader } from './commandContext.ts';
import { optionNotes } from './commandOptions.ts';
import { type WhenConditions, readConditions, readTruth } from './conditions.ts';
import { type ExpressionValue, interpolate } from './expressions.ts';
import { nameOfFile, pathBeside } from './flowPath.ts';
import {
  type DraftStep,
  type ImportedFlow,
  ImportError,
  type ImportTarget,
  type Translation,
} from './imported.ts';
import { APP_COMMANDS } from './maestroApps.ts';
import { ELEMENT_COMMANDS } from './maestroElements.ts';
import type { MaestroCommand, MaestroFile, MaestroFiles } from './maestroFile.ts';
import { INPUT_COMMANDS } from './maestroInput.ts';
import { letterCaseNotes } from './maestroSelector.ts';
import { outputsSetBy } from './outputsSetBy.ts';
import { Variables } from './variables.ts';
import { plainScalar } from './plainScalar.ts';
import { isSecretField } from '../secrets/secretFields.ts';

/** The readers of commands, by their names. */
export const COMMANDS: Readonly<Record<string, CommandReader>> = {
  ...ELEMENT_COMMANDS,
  ...INPUT_COMMANDS,
  ...APP_COMMANDS,
};
/** The settings of a file that are read. */
const SETTINGS = ['appId', 'url', 'name', 'env', 'onFlowStart', 'onFlowComplete'];
/** The commands that give a field the focus. */
const FOCUSING = ['tapOn', 'doubleTapOn', 'longPressOn'];
/** The commands that are read here. */
const BLOCKS = ['runFlow', 'repeat', 'retry', 'assertTrue', 'clearState'];
/** The length to which the names of fields that may have the focus are kept. */
const MAX_FIELD = 1000;
/** The rounds of a loop that ends by a condition alone. */
export const MAX_ROUNDS = 50;
export const MAX_RETRIES = 3;

/** The place of a command: its file, and what applies there. */
interface Frame {
  readonly file: MaestroFile;
  readonly appId: string | undefined;
  readonly variables: Variables;
  /** The paths of the files that run this one. */
  readonly stack: readonly string[];
  /** True inside a loop, and inside a condition that is checked when the flow runs. */
  readonly isConditional: boolean;
}

/** Translates a Maestro file and the files that it runs. Throws ImportError. */
export function translateMaestro(main: MaestroFile, files: MaestroFiles, target: ImportTarget): ImportedFlow {
  return new MaestroTranslation(files, target).translate(main);
}

class MaestroTranslation {
  readonly #files: MaestroFiles;
  readonly #target: ImportTarget;
  readonly #log = new CommandLog();
  readonly #notes: string[] = [];
  #field = '';

  constructor(files: MaestroFiles, target: ImportTarget) {
    this.#files = files;
    this.#target = target;
  }

  translate(main: MaestroFile): ImportedFlow {
    const given = [...this.#target.variables].map(
      ([name, value]) => [name, { kind: 'known', value }] as const,
    );
    const variables = new Variables(undefined, new Map(given));
    const frame = this.#enter(main, {
      variables,
      stack: [],
      appId: undefined,
      isConditional: false,
    });
    const blocks = this.#file(frame);
    this.#noteDoubt(variables);
    const steps = new BlockFlattening(this.#log, variables).flatten(blocks);
    if (steps.reduce((sum, { children = [] }) => sum + 1 + children.length, 0) > BUDGETS.import.parts.steps)
      throw new ImportError(
        `The flow would have more than ${BUDGETS.import.parts.steps} steps. Split the file.`,
      );
    const { name } = main.config;
    const flow = {
      name: typeof name === 'string' && name.trim() !== '' ? name : nameOfFile(main.path),
      steps,
      notes: [...letterCaseNotes(steps), ...new Set(this.#notes)],
    };
    return { ...completeImport(flow, this.#log, variables), unset: variables.unset };
  }

  /** Returns the place of the commands of a file. What the command sets that runs it applies before its own values. */
  #enter(file: MaestroFile, { variables, stack, appId, isConditional }: Omit<Frame, 'file'>): Frame {
    const own = isObject(file.config['env']) ? file.config['env'] : {};
    const missing = Object.entries(own).filter(([name]) => !variables.has(name));
    const all = variables.with(this.#values(Object.fromEntries(missing), variables));
    const id = file.config['appId'] ?? file.config['url'];
    const ownApp = typeof id === 'string' ? interpolate(id, all.read) : undefined;
    const unused = Object.keys(file.config).filter(name => !SETTINGS.includes(name));
    if (unused.length > 0)
      this.#notes.push(
        `${file.path}: ${unused.map(name => `“${plainText(name, 40)}”`).join(', ')} of the settings is not used.`,
      );
    return { file, appId: ownApp ?? appId, variables: all, stack: [...stack, file.path], isConditional };
  }

  #values(given: unknown, variables: Variables): ReadonlyMap<string, ExpressionValue> {
    const entries = Object.entries(isObject(given) ? given : {}).flatMap(([name, raw]) => {
      const text = interpolate(plainScalar(raw), variables.read);
      if (text === undefined) return [];
      const value: ExpressionValue = text.includes('{{')
        ? { kind: 'later', text }
        : { kind: 'known', value: text };
      return [[name, value] as const];
    });
    return new Map(entries);
  }

  #file(frame: Frame): readonly CommandBlock[] {
    const { onFlowStart, commands, onFlowComplete } = frame.file;
    const before = this.#list(onFlowStart, frame);
    const body = this.#list(commands, frame);
    const first = this.#log.size;
    const after = this.#list(onFlowComplete, frame);
    const note = 'It does not run after a step has failed, unlike the commands of “onFlowComplete”.';
    for (let number = first; number < this.#log.size; number++)
      this.#log.note(number, 'approximated', [note]);
    return [...before, ...body, ...after];
  }

  #list(commands: readonly MaestroCommand[], frame: Frame): readonly CommandBlock[] {
    const cleared = new Set<number>();
    return commands.flatMap((command, index) => {
      if (command.name === 'clearState') return this.#clearState(command, frame, commands, index, cleared);
      return this.#command(cleared.has(index) ? clearingData(command) : command, frame);
    });
  }

  /** Lets the next command that launches the app clear its data. */
  #clearState(
    command: MaestroCommand,
    frame: Frame,
    commands: readonly MaestroCommand[],
    index: number,
    cleared: Set<number>,
  ): readonly CommandBlock[] {
    const number = this.#add(command, frame);
    const appOf = ({ value }: MaestroCommand): unknown =>
      (isObject(value) ? value['appId'] : value) ?? frame.file.config['appId'];
    const next = commands.findIndex(
      (other, at) => at > index && other.name === 'launchApp' && appOf(other) === appOf(command),
    );
    if (next === -1) {
      const reason = 'Steps clear the data of an app only when they launch it, and no command after it does.';
      return [{ kind: 'step', step: this.#log.leave(number, reason) }];
    }
    cleared.add(next);
    this.#noteOptions(command, number);
    this.#log.note(number, 'translated', ['The step that launches the app clears its data.']);
    return [];
  }

  #add({ name, line, text, value, isInvalid }: MaestroCommand, { file, variables }: Frame): number {
    if (this.#log.size >= BUDGETS.import.parts.commands)
      throw new ImportError(`The files run more than ${BUDGETS.import.parts.commands} commands. Split them.`);
    this.#noteDoubt(variables);
    const isBare = isWord(name) && value === undefined;
    const isTyping = name === 'inputText' || isInvalid || (!isKnown(name) && !isBare);
    const place = { file: file.path, line };
    if (!isTyping || !isSecretField(this.#field)) return this.#log.add({ ...place, name, text });
    const shown = isWord(name) ? name : 'command';
    const hidden = `${shown}: ${HIDDEN}`;
    variables.secrets.addOriginal(text, hidden);
    return this.#log.add({ ...place, name: shown, text: hidden });
  }

  /** Says which options of a command are not used. */
  #noteOptions({ name, value }: MaestroCommand, source: number): void {
    const notes = optionNotes(name, value);
    if (notes.length > 0) this.#log.note(source, 'approximated', notes);
  }

  /** Adds a note to the last command if it reads what may not have been set. */
  #noteDoubt(variables: Variables): void {
    if (variables.takeDoubt())
      this.#log.note(this.#log.size - 1, 'approximated', [
        'It reads a value that is set in a condition or a loop, as if that always ran once.',
      ]);
  }

  /** Reads commands that may not run, or run several times. */
  #maybe<T>(frame: Frame, read: (inner: Frame) => T): T {
    const before = this.#field;
    const result = frame.variables.doubt(() => read({ ...frame, isConditional: true }));
    // The field before can still have the focus.
    if (this.#field !== before) this.#field = `${this.#field}\n${before}`.slice(0, MAX_FIELD);
    return result;
  }

  #loop(command: MaestroCommand, frame: Frame): readonly CommandBlock[] | string {
    // A command can read what one after it has set in the round before.
    this.#forget(command, frame);
    return this.#maybe(frame, inner => this.#body(command, inner));
  }

  #forget(command: MaestroCommand, { file, variables }: Frame): void {
    variables.forget(outputsSetBy(command, file.path, this.#files, variables));
  }

  #command(command: MaestroCommand, frame: Frame): readonly CommandBlock[] {
    const { name, value } = command;
    const source = this.#add(command, frame);
    this.#noteOptions(command, source);
    if (command.isInvalid) return this.#leaveUnread(command, frame, source, 'A command has one name.');
    if (name === 'runFlow') return this.#runFlow(command, frame, source);
    if (name === 'repeat') return this.#repeat(command, frame, source);
    if (name === 'retry') return this.#retry(command, frame, source);
    if (name === 'assertTrue') return this.#assertTrue(command, frame, source);
    const translate = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!translate) {
      const shown = isWord(name) ? `“${plainText(name, 40)}”` : 'It';
      return this.#leaveUnread(command, frame, source, `${shown} is no known command.`);
    }
    const translation = translate(value, this.#context(frame));
    this.#field = fieldNamedBy(name, value, this.#field);
    return this.#finish(translation, value, source);
  }

  #context({ appId, variables, isConditional }: Frame): CommandContext {
    const text = (raw: string): string | undefined => interpolate(raw, variables.read);
    return { appId, target: this.#target, variables, text, field: this.#field, isConditional };
  }

  #leave(source: number, reason: string): readonly CommandBlock[] {
    return [{ kind: 'step', step: this.#log.leave(source, reason) }];
  }

  /** Returns the blocks of a translated command, with its label, and optional if it is. */
  #finish(translation: Translation, value: unknown, source: number): readonly CommandBlock[] {
    if ('left' in translation) return this.#leave(source, translation.left);
    const { name, isOptional } = this.#options(value);
    return this.#log.take(source, translation).map(step => {
      const named = name === undefined ? step : { ...step, name };
      const whole = { ...named, ...(isOptional ? { continueOnError: true } : {}) };
      return blockOf(whole, source);
    });
  }

  #options(value: unknown): { readonly name: string | undefined; readonly isOptional: boolean } {
    const label = memberOf(value, 'label');
    return {
      name: typeof label === 'string' && label !== '' ? label : undefined,
      isOptional: memberOf(value, 'optional') === true,
    };
  }

  #runFlow(command: MaestroCommand, frame: Frame, source: number): readonly CommandBlock[] {
    const { value } = command;
    const conditions = readConditions(memberOf(value, 'when'), this.#context(frame));
    if (conditions.kind === 'left') return this.#leaveUnread(command, frame, source, conditions.reason);
    if (conditions.kind === 'never') return this.#skip(command, frame, source, conditions.reason);
    const body =
      conditions.kind === 'checked'
        ? this.#maybe(frame, inner => this.#body(command, inner))
        : this.#body(command, frame);
    if (typeof body === 'string') return this.#leaveUnread(command, frame, source, body);
    return this.#guarded(conditions, body, value, source);
  }

  /** Lists a command that never runs, and the commands inside it. They change nothing for others. */
  #skip(command: MaestroCommand, frame: Frame, source: number, reason: string): readonly CommandBlock[] {
    const field = this.#field;
    this.#body(command, { ...frame, variables: frame.variables.apart() });
    this.#field = field;
    for (let number = source; number < this.#log.size; number++) this.#log.skip(number, reason);
    return [];
  }

  /** Leaves a command whose commands have not been read. They are listed, too, and can type secrets. */
  #leaveUnread(
    command: MaestroCommand,
    frame: Frame,
    source: number,
    reason: string,
  ): readonly CommandBlock[] {
    const { variables } = frame;
    this.#maybe({ ...frame, variables: variables.apart() }, inner =>
      this.#list(command.commands ?? [], inner),
    );
    this.#forget(command, frame);
    return this.#leaveAll(source, reason);
  }

  #leaveAll(source: number, reason: string): readonly CommandBlock[] {
    for (let number = source + 1; number < this.#log.size; number++)
      this.#log.note(number, 'left', ['It is part of a command that is not translated.']);
    return this.#leave(source, reason);
  }

  #guarded(
    conditions: Extract<WhenConditions, { kind: 'always' | 'checked' }>,
    body: readonly CommandBlock[],
    value: unknown,
    source: number,
  ): readonly CommandBlock[] {
    const { name, isOptional } = this.#options(value);
    const range = { source, end: this.#log.size };
    if (conditions.kind === 'always')
      return isOptional && body.length > 0
        ? [{ kind: 'repeat', ...range, times: 1, body, name, isOptional }]
        : body;
    if (conditions.notes.length > 0) this.#log.note(source, 'approximated', conditions.notes);
    return conditions.guards.reduceRight<readonly CommandBlock[]>(
      (inner, { check, condition }, index) => [
        {
          kind: 'when',
          ...range,
          check: check && { ...check, source },
          condition,
          body: inner,
          name: index === 0 ? name : undefined,
          isOptional,
        },
      ],
      body,
    );
  }

  /** Returns the blocks of the commands inside a command, or of its file; a sentence if the file cannot be run. */
  #body({ value, commands }: MaestroCommand, frame: Frame): readonly CommandBlock[] | string {
    const variables = frame.variables.with(this.#values(memberOf(value, 'env'), frame.variables));
    const named = typeof value === 'string' ? value : memberOf(value, 'file');
    if (named === undefined) return this.#list(commands ?? [], { ...frame, variables });
    const text = interpolate(plainScalar(named), variables.read);
    if (text === undefined || text.includes('{{'))
      return 'The name of the file is known only when the flow runs.';
    if (text === '') return 'It names no file.';
    const path = pathBeside(frame.file.path, text);
    if (path === undefined) return `The file ${plainText(text, 100)} is outside of the folder of the import.`;
    if (frame.stack.includes(path)) return `The file ${plainText(path, 100)} runs itself without end.`;
    const file = this.#files.get(path) ?? `The file ${plainText(path, 100)} was not found.`;
    if (typeof file === 'string') return file;
    return this.#file(this.#enter(file, { ...frame, variables }));
  }

  #repeat(command: MaestroCommand, frame: Frame, source: number): readonly CommandBlock[] {
    const { value } = command;
    const given = memberOf(value, 'times');
    const times = given === undefined ? undefined : this.#number(given, frame);
    const leave = (reason: string): readonly CommandBlock[] =>
      this.#leaveUnread(command, frame, source, reason);
    const condition = memberOf(value, 'while');
    const conditions = readConditions(condition, this.#context(frame));
    if (given !== undefined && (times === undefined || times > 1000))
      return leave('The number of rounds is known only when the flow runs.');
    if (conditions.kind === 'left') return leave(conditions.reason);
    if (conditions.kind === 'never' || times === 0) {
      const reason = conditions.kind === 'never' ? conditions.reason : 'It has no rounds.';
      return this.#skip(command, frame, source, reason);
    }
    if (conditions.kind === 'always' && times === undefined)
      return leave('It has no number of rounds and no condition that ends it.');
    const [guard, ...others] = conditions.kind === 'checked' ? conditions.guards : [];
    if (conditions.kind === 'checked' && (!guard?.check || others.length > 0))
      return leave('A repeat ends by one condition about the screen.');
    const body = this.#loop(command, frame);
    if (typeof body === 'string') return leave(body);
    const range = { source, end: this.#log.size, ...this.#options(value), body };
    if (conditions.kind === 'always' || !guard?.check)
      return body.length === 0 ? [] : [{ kind: 'repeat', ...range, times: times ?? 1 }];
    const { method, params } = guard.check;
    const rounds = Math.min(times ?? MAX_ROUNDS, MAX_ROUNDS);
    this.#log.note(source, 'approximated', [
      ...conditions.notes,
      `It ends after ${rounds} rounds, and also without a failure when a step inside fails.`,
    ]);
    return [{ kind: 'while', ...range, times: rounds, check: { method, params, source } }];
  }

  #retry(command: MaestroCommand, frame: Frame, source: number): readonly CommandBlock[] {
    const { value } = command;
    const retries = this.#number(memberOf(value, 'maxRetries') ?? 1, frame);
    const isOnce = retries === undefined || retries < 1;
    const body = isOnce ? this.#body(command, frame) : this.#loop(command, frame);
    if (typeof body === 'string') return this.#leaveUnread(command, frame, source, body);
    if (isOnce) return body;
    const range = { source, end: this.#log.size, ...this.#options(value) };
    return [{ kind: 'retry', ...range, retries: Math.min(retries, MAX_RETRIES), body }];
  }

  #number(given: unknown, { variables }: Frame): number | undefined {
    const text = interpolate(plainScalar(given), variables.read);
    return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  }

  #assertTrue({ value }: MaestroCommand, frame: Frame, source: number): readonly CommandBlock[] {
    const condition = readTruth(isObject(value) ? value['condition'] : value, this.#context(frame));
    const reason = notTrueReason(plainScalar(isObject(value) ? value['condition'] : value));
    const stop: DraftStep = { method: 'flow.stop', params: { outcome: 'failed', reason } };
    if (condition?.kind === 'known')
      return this.#finish(
        { steps: condition.value ? [] : [stop], hints: ['Its value is known.'] },
        value,
        source,
      );
    if (condition?.kind !== 'comparison')
      return this.#leave(source, 'The condition cannot be read. Scripts are not run.');
    const { left, operator, right } = condition.comparison;
    const opposite = operator === 'equals' ? 'notEquals' : 'equals';
    const branch: DraftStep = {
      method: 'flow.branch',
      params: { left, operator: opposite, right },
      children: [stop],
    };
    return this.#finish({ steps: [branch] }, value, source);
  }
}

function isKnown(name: string): boolean {
  return Object.hasOwn(COMMANDS, name) || BLOCKS.includes(name);
}

/** True for a name that contains no text of a command, unlike one without a space after its colon. */
function isWord(name: string): boolean {
  return /^\w+$/.test(name);
}

/** Returns the reason for which a run stops if a condition is not true. */
export function notTrueReason(condition: string): string {
  return plainText(`Not true: ${condition}`, 500).replaceAll('{{', '{ {');
}

/** Returns the block of a step, which may have steps inside. */
function blockOf(step: DraftStep, source: number): CommandBlock {
  const { children, params, method, name, continueOnError = false } = step;
  if (!children) return { kind: 'step', step };
  const body = children.map(child => ({ kind: 'step', step: { ...child, source } }) as const);
  const common = { source, end: source + 1, body, name, isOptional: continueOnError };
  const { times, pauseSeconds } = params as { readonly times?: number; readonly pauseSeconds?: number };
  return method === 'flow.repeat'
    ? { kind: 'repeat', ...common, times: times ?? 1, pauseSeconds }
    : { kind: 'when', ...common, condition: params };
}

/** Lets a command that launches an app clear its data. */
function clearingData(command: MaestroCommand): MaestroCommand {
  const { value } = command;
  const args = isObject(value) ? value : value === undefined ? {} : { appId: value };
  return { ...command, value: { ...args, clearState: true } };
}

/** Returns the names of the field that has the focus after a command, as far as they are known. */
export function fieldNamedBy(name: string, value: unknown, before: string): string {
  if (!FOCUSING.includes(name)) return before;
  // A tap that may fail can leave the focus in the former field.
  const names = memberOf(value, 'optional') === true && before !== '' ? [before] : [];
  changeTexts(isObject(value) ? without(value, ['label']) : value, text => names.push(text));
  return names.join('\n');
}
