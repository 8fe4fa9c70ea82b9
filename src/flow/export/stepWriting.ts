import { changeTexts } from '../../util/changeTexts.ts';
import { HIDDEN } from '../../util/hidden.ts';
import { type JsonObject, memberOf } from '../../util/isObject.ts';
import { plainText, spellInvisible } from '../../util/plainText.ts';
import { actionParams } from '../catalog.ts';
import {
  type CommandContext,
  OPTIONAL_SECONDS,
  shortened,
  type WritingPlace,
  type StepWriters,
  withSelector,
  type WrittenStep,
} from '../import/commandContext.ts';
import { CommandLog, originalTextOf } from '../import/commandLog.ts';
import { interpolate, readExpression, writeExpressions } from '../import/expressions.ts';
import {
  DEFAULT_TARGET,
  type DraftStep,
  type ImportedCommand,
  type ImportOutcome,
  type ImportTarget,
} from '../import/imported.ts';
import { APP_STEPS } from '../import/maestroApps.ts';
import { checkStep, ELEMENT_STEPS, writeCondition } from '../import/maestroElements.ts';
import { COMMANDS, fieldNamedBy } from '../import/maestroFlow.ts';
import { INPUT_STEPS, keepCopied } from '../import/maestroInput.ts';
import { plainScalar } from '../import/plainScalar.ts';
import { Variables } from '../import/variables.ts';
import { equalJson } from '../schema/equal.ts';
import { isWholeExpression, templateExpressions } from '../template.ts';
import { type ExportedStep, isHiddenIn, withInner } from './flowSteps.ts';
import type { MaestroItem } from './maestroYaml.ts';
import { differencesOf, doesTheSame } from './stepDifferences.ts';

const WRITERS: StepWriters = { ...ELEMENT_STEPS, ...INPUT_STEPS, ...APP_STEPS };
const MAX_NAME = 60;
const NESTED = 'It is part of a step that is not translated.';
const SECRET = 'The secret is not written.';
const PAYLOAD_FIELD = /^event\.payload\.(\w+)$/;

/** A condition about the screen, and what differs from the check that it stands for. */
export interface WrittenGuard {
  readonly condition: JsonObject;
  readonly notes: readonly string[];
}

/**
 * Writes steps as commands, and reads each command as an import does. A step is translated only if the import makes the
 * same step of its command.
 */
export class StepWriting {
  readonly appId: string | undefined;
  readonly #target: ImportTarget;
  readonly #log = new CommandLog();
  readonly #numbers = new Map<ExportedStep, number>();
  readonly #variables = new Variables();
  /** The keys that an import gives, by those of the flow. */
  readonly #keys = new Map<string, string>();
  /** The names in Maestro of what expressions read. */
  readonly #names = new Map<string, string>();
  /** The fields of the payload that commands read. */
  readonly #fields = new Set<string>();
  /** The expressions of the flow. */
  readonly #reads: ReadonlySet<string>;
  /** Parameters in which secrets are fields of the payload, by the original ones. */
  readonly #secretFields = new Map<JsonObject, JsonObject>();
  /** The field into which an import sees the commands type. */
  #field = '';
  #secrets = 0;

  constructor(path: string, steps: readonly ExportedStep[]) {
    const all = steps.flatMap(withInner);
    for (const step of all) {
      const { line, name } = step;
      // The report shows no text of the step, which can contain a password.
      this.#numbers.set(step, this.#log.add({ file: path, line, name, text: name }));
    }
    const launched = all.find(({ method }) => method === 'device.launchApp')?.params ?? {};
    this.appId = appOf(launched['app'], all);
    const platform = launched['platform'] === 'ios' ? 'ios' : 'android';
    this.#target = { ...DEFAULT_TARGET, platform };
    this.#reads = new Set(all.flatMap(({ params }) => sourcesIn(params)));
  }

  /** All steps with what became of them. */
  get commands(): readonly ImportedCommand[] {
    return this.#log.list();
  }

  /** The fields of the payload that commands read. */
  get fields(): readonly string[] {
    return [...this.#fields];
  }

  /** Notes that an import gives a key of its own to a step that is tried again. */
  addAttempt(key: string): void {
    this.#keys.set(key, this.#variables.newKey('attempt'));
  }

  /** Returns the commands of a step alone; undefined if it has none. */
  written(step: ExportedStep): WrittenStep | undefined {
    const { method, children, key } = step;
    const written =
      method === undefined || children.length > 0 || originalTextOf(step) !== undefined
        ? undefined
        : WRITERS[method]?.(this.#withoutSecrets(step), this.context);
    if (!written || key === undefined) return written;
    const variable = key.replaceAll('-', '_');
    const text = `steps.${key}.body.text`;
    const extracted = `steps.${key}.body.values.text`;
    if (method === 'device.readElement' && this.#reads.has(text)) {
      this.#names.set(text, `output.${variable}`);
      return { ...written, commands: [...written.commands, keepCopied(`output.${variable}`)] };
    }
    if (method !== 'agent.extract' || !this.#reads.has(extracted)) return written;
    this.#names.set(extracted, variable);
    const commands = written.commands.map(({ name, args }) => ({
      name,
      args: { ...args, outputVariable: variable },
    }));
    return { ...written, commands };
  }

  /** Returns the commands of steps that belong together; comments if they cannot be written or read again. */
  write(steps: readonly ExportedStep[], written: WrittenStep | undefined): readonly MaestroItem[] {
    const [first] = steps as [ExportedStep];
    if (!written) return this.leave(steps);
    const options = optionsOf(first);
    const commands = written.commands.map(({ name, args }) => ({
      name,
      value: shortened(name, { ...args, ...options }),
    }));
    const read: DraftStep[] = [];
    for (const { name, value } of commands) {
      const translation = COMMANDS[name]?.(value, this.#commandContext);
      if (!translation || 'left' in translation) return this.leave(steps);
      this.#field = fieldNamedBy(name, value, this.#field);
      read.push(...translation.steps);
    }
    this.#compare(steps, read, written.notes);
    return commands;
  }

  /** Notes what differs between steps and those that an import makes of their commands. */
  #compare(steps: readonly ExportedStep[], read: readonly DraftStep[], notes: readonly string[]): void {
    const [first] = steps as [ExportedStep];
    const all = [...notes];
    for (const [index, step] of steps.entries()) {
      const other = read[index];
      if (step.key !== undefined && other?.key !== undefined) this.#keys.set(step.key, other.key);
      if (step.label !== first.label) all.push(`The name “${step.name.slice(0, 60)}” is left out.`);
    }
    const own = steps.map(step => this.#draftOf(step));
    const full = read.map(step =>
      withDefaults(
        step,
        steps.find(({ method }) => method === step.method),
      ),
    );
    const isSame = own.length === full.length && own.every((step, index) => doesTheSame(step, full[index]));
    if (!isSame) {
      for (const [index, step] of own.entries()) {
        const other = full.find(({ method }) => method === step.method);
        all.push(...differencesOf(step, other, steps[index]?.action?.paramsSchema));
      }
      if (all.length === 0) all.push('An import makes other steps of it.');
    }
    for (const step of steps.flatMap(withInner)) this.note(step, 'approximated', this.ownNotes(step));
    for (const step of steps) this.note(step, 'approximated', all);
  }

  /** Returns what is left out of a step, whatever its command. */
  ownNotes({ others, params }: ExportedStep): readonly string[] {
    const hasSecret = (this.#secretFields.get(params) ?? params) !== params;
    return [
      ...(others.length === 0
        ? []
        : [`Left out: ${others.map(name => `“${name.slice(0, 40)}”`).join(', ')}.`]),
      ...(hasSecret ? [SECRET] : []),
    ];
  }

  /** Adds sentences about a step. */
  note(step: ExportedStep, outcome: ImportOutcome, notes: readonly string[]): void {
    if (notes.length > 0) this.#log.note(this.#numbers.get(step) ?? -1, outcome, notes);
  }

  /** Returns a step as an import makes it, with the keys that an import gives. */
  #draftOf(step: ExportedStep): DraftStep {
    const { method = 'webhooks.log', children } = step;
    return {
      method,
      params: this.#renamed(this.#withoutSecrets(step)) as JsonObject,
      children: children.map(child => this.#draftOf(child)),
    };
  }

  #renamed(value: unknown): unknown {
    return changeTexts(value, text => {
      const written = templateExpressions(text);
      return written.reduceRight((result, { start, end, source }) => {
        const [, key = '', rest = ''] = /^steps\.([\w$-]+)(\..*)$/s.exec(source) ?? [];
        const shown = this.#keys.has(key) ? `steps.${this.#keys.get(key) ?? ''}${rest}` : source;
        return `${result.slice(0, start)}{{${shown}}}${result.slice(end)}`;
      }, text);
    });
  }

  /** Returns parameters in which secrets are fields of the payload. */
  #withoutSecrets({ params, typedSecret }: ExportedStep): JsonObject {
    const known = this.#secretFields.get(params);
    if (known) return known;
    const given =
      typedSecret === undefined
        ? params
        : { ...params, text: this.#variables.secretField(`typed ${typedSecret}`, 'password') };
    const shown = isHiddenIn(given)
      ? (changeTexts(given, one =>
          one.replaceAll(HIDDEN, () => this.#variables.secretField(`hidden ${++this.#secrets}`, 'secret')),
        ) as JsonObject)
      : given;
    this.#secretFields.set(params, shown);
    return shown;
  }

  get #commandContext(): CommandContext {
    return {
      appId: this.appId,
      target: this.#target,
      variables: this.#variables,
      text: raw => interpolate(raw, this.#variables.read),
      field: this.#field,
    };
  }

  /** The place of a step. */
  get context(): WritingPlace {
    return { appId: this.appId, text: value => this.text(value) };
  }

  /** Writes a scalar as text, with names of Maestro in place of expressions; undefined if that is not possible. */
  text(value: unknown): string | undefined {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    const text = plainScalar(value);
    const written = writeExpressions(text, source => this.#nameOf(source));
    if (written === undefined) return undefined;
    if (interpolate(written, this.#variables.read) !== this.#renamed(text)) return undefined;
    this.#use(text);
    return written;
  }

  #use(text: string): void {
    for (const source of sourcesIn(text)) {
      const field = PAYLOAD_FIELD.exec(source)?.[1];
      if (field !== undefined) this.#fields.add(field);
    }
  }

  /** Returns the name in Maestro of what an expression reads. */
  #nameOf(source: string): string | undefined {
    return PAYLOAD_FIELD.exec(source)?.[1] ?? this.#names.get(source);
  }

  /** Returns comments with the original steps, which are not translated. */
  leave(steps: readonly ExportedStep[]): readonly MaestroItem[] {
    return steps.map(step => {
      this.note(step, 'left', [this.#reasonOf(step)]);
      for (const inner of step.children.flatMap(withInner)) this.note(inner, 'left', [NESTED]);
      const original = originalTextOf(step);
      const title = plainText(step.name, MAX_NAME).replace(/^(?:Not translated: )?/, 'Not translated: ');
      return { comment: `${title}\n${spellInvisible(original ?? step.json)}` };
    });
  }

  #reasonOf(step: ExportedStep): string {
    const { method, action, name, params } = step;
    if (originalTextOf(step) !== undefined) return 'It was not translated by the import.';
    const unknown = sourcesIn(params).find(source => this.#nameOf(source) === undefined);
    const shown = (action?.name ?? name).slice(0, 60);
    if (method === undefined) return `Maestro has no command for “${shown}”.`;
    if (unknown !== undefined) return `Maestro has no value for {{${unknown.slice(0, 60)}}}.`;
    return `Maestro has no command for “${shown}” with these values.`;
  }

  /** Writes a comparison as an expression; undefined if an import could not read it. */
  expression({ left, operator, right }: JsonObject): string | undefined {
    if (typeof left !== 'string' || !isWholeExpression(left)) return undefined;
    const [expression] = templateExpressions(left);
    const name = expression && this.#nameOf(expression.source);
    const isText = typeof right === 'string';
    if (name === undefined || (isText && right.includes('{{'))) return undefined;
    const sign = operator === 'equals' ? '==' : operator === 'notEquals' ? '!=' : undefined;
    if (operator !== 'exists' && sign === undefined) return undefined;
    const code = sign === undefined ? name : `${name} ${sign} ${JSON.stringify(right)}`;
    const value = readExpression(code, this.#variables.read);
    const wanted = this.#renamed({ left, operator, right });
    const isSame =
      sign === undefined
        ? value?.kind === 'later' && value.text === memberOf(wanted, 'left')
        : value?.kind === 'comparison' && equalJson(value.comparison, wanted);
    // An expression ends at its first brace.
    if (!isSame || /[{}]/.test(code)) return undefined;
    this.#use(left);
    return `\${${code}}`;
  }

  /** Writes a check as a condition, with what differs; undefined if it cannot be written. */
  guard(check: ExportedStep): WrittenGuard | undefined {
    const params = this.#withoutSecrets(check);
    const isVisible = params['state'] !== 'gone';
    const written = writeCondition(params, isVisible, this.context, params['state']);
    if (!written) return undefined;
    const key = this.#variables.newKey('check');
    const selector = memberOf(written.condition, isVisible ? 'visible' : 'notVisible');
    const read = withSelector(selector, this.#commandContext, found => ({
      steps: [checkStep(found, isVisible, OPTIONAL_SECONDS)],
    }));
    const [step] = 'steps' in read ? read.steps : [];
    if (!step) return undefined;
    if (check.key !== undefined) this.#keys.set(check.key, key);
    const own = this.#draftOf(check);
    const full = withDefaults(step, check);
    const notes = doesTheSame(own, full)
      ? []
      : [...written.notes, ...differencesOf(own, full, check.action?.paramsSchema)];
    return {
      condition: written.condition,
      notes: [
        ...(doesTheSame(own, full) || notes.length > 0 ? notes : ['An import makes another check of it.']),
        ...(check.label === undefined ? [] : [`The name “${check.label.slice(0, 60)}” is left out.`]),
        ...this.ownNotes(check),
      ],
    };
  }
}

/** Returns the app that a flow starts first, or else that of the first ID that has a package. */
function appOf(launched: unknown, steps: readonly ExportedStep[]): string | undefined {
  if (typeof launched === 'string' && !launched.includes('{{') && launched !== '') return launched;
  const text = JSON.stringify(steps.map(({ params }) => params));
  return /"resourceId":"([\w.]+):id\//.exec(text)?.[1];
}

/** Returns the expressions in a value, without their braces. */
function sourcesIn(value: unknown): readonly string[] {
  const found: string[] = [];
  changeTexts(value, text => found.push(...templateExpressions(text).map(({ source }) => source)));
  return found;
}

/** Returns a step that an import makes, with the parameters that its action adds. */
function withDefaults(step: DraftStep, original: ExportedStep | undefined): DraftStep {
  const isSame = original?.method === step.method;
  const { children = [] } = step;
  return {
    ...step,
    params: { ...(isSame ? actionParams(original.action) : {}), ...step.params },
    children: children.map((child, index) => withDefaults(child, original?.children[index])),
  };
}

/** Returns the name of a step and whether the flow goes on without it, as arguments of its command. */
export function optionsOf({ label, isOptional }: Pick<ExportedStep, 'label' | 'isOptional'>): JsonObject {
  return { ...(label === undefined ? {} : { label }), ...(isOptional ? { optional: true } : {}) };
}
