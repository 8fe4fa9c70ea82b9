import { isSecretName } from '../../util/secretNames.ts';
import { freeName } from '../record/payloadOffers.ts';
import type { ExpressionValue } from './expressions.ts';
import type { DraftStep } from './imported.ts';
import { TypedSecrets } from './typedSecrets.ts';

/** The variables of a flow and of the flows that it runs, with the values that are known. */
export class Variables {
  readonly #values: ReadonlyMap<string, ExpressionValue>;
  readonly #shared: SharedVariables;

  constructor(shared = new SharedVariables(), values: ReadonlyMap<string, ExpressionValue> = new Map()) {
    this.#shared = shared;
    this.#values = values;
  }

  /** Returns variables with further values, as a flow has that another one runs. */
  with(values: ReadonlyMap<string, ExpressionValue>): Variables {
    return new Variables(this.#shared, new Map([...this.#values, ...values]));
  }

  /** Returns variables whose changes have no effect on these ones, for commands that do not run. */
  apart(): Variables {
    return new Variables(this.#shared.copy(), this.#values);
  }

  /** Returns the value of a variable. A flow gets one that nothing sets from the payload of its trigger. */
  readonly read = (path: string): ExpressionValue | undefined => {
    const own = this.#values.get(path);
    const value = own ?? this.#shared.outputs.get(path);
    if (!own && this.#shared.doubtful.has(path)) this.#shared.hasReadDoubtful = true;
    // A password stays out of the file.
    if (value && !(value.kind === 'known' && isSecretName(path))) return value;
    if (path.includes('.') || path === 'maestro' || path === 'output') return undefined;
    if (value === undefined) this.#shared.unset.add(path);
    return { kind: 'later', text: this.payloadField(path), isUnset: value === undefined };
  };

  /** The names of the variables that were read and that nothing sets. */
  get unset(): readonly string[] {
    return [...this.#shared.unset];
  }

  /** Sets a value that later commands read, such as the text that was copied last. */
  setOutput(path: string, value: ExpressionValue): void {
    this.#shared.outputs.set(path, value);
    this.#shared.doubtful.delete(path);
  }

  /** Makes outputs unknown, with their members. */
  forget(paths: readonly string[]): void {
    for (const [name, value] of this.#shared.outputs)
      if (paths.some(path => name === path || name.startsWith(`${path}.`))) {
        this.#shared.forgotten.set(name, value);
        this.#shared.outputs.delete(name);
      }
  }

  /** Returns a value that a variable has or can have had, to find secrets. */
  readonly readAny = (path: string): ExpressionValue | undefined =>
    this.#shared.forgotten.get(path) ?? this.read(path);

  /** Runs a function in which outputs may be set that later commands cannot rely on. */
  doubt<T>(run: () => T): T {
    const { outputs, doubtful } = this.#shared;
    const before = new Map(outputs);
    const result = run();
    for (const [path, value] of outputs) if (before.get(path) !== value) doubtful.add(path);
    return result;
  }

  /** Returns true if an output was read since the last call that is set only in a condition or a loop. */
  takeDoubt(): boolean {
    const { hasReadDoubtful } = this.#shared;
    this.#shared.hasReadDoubtful = false;
    return hasReadDoubtful;
  }

  /** Returns the expression of a field of the payload. */
  payloadField(name: string): string {
    const field = name.replaceAll(/\W/g, '_');
    this.#shared.fields.add(field);
    return `{{event.payload.${field}}}`;
  }

  /** The secrets that are typed. */
  get secrets(): TypedSecrets {
    return this.#shared.typed;
  }

  /** Returns the expression of a field of the payload for a secret text, the same one for the same text. */
  secretField(text: string, name: string): string {
    const known = this.#shared.secrets.get(text);
    if (known !== undefined) return known;
    const field = this.payloadField(freeName(name, this.#shared.fields));
    this.#shared.secrets.set(text, field);
    return field;
  }

  /** True for a variable that has a value. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Returns an unused key for a step. */
  newKey(prefix: string): string {
    const number = (this.#shared.keys.get(prefix) ?? 0) + 1;
    this.#shared.keys.set(prefix, number);
    return `${prefix}${number}`;
  }
}

class SharedVariables {
  readonly outputs: Map<string, ExpressionValue>;
  /** The former values of outputs that are not known anymore. */
  readonly forgotten: Map<string, ExpressionValue>;
  /** The outputs that are set only in a condition or a loop. */
  readonly doubtful: Set<string>;
  readonly fields: Set<string>;
  readonly unset: Set<string>;
  readonly secrets: Map<string, string>;
  readonly keys: Map<string, number>;
  readonly typed: TypedSecrets;
  hasReadDoubtful = false;

  constructor(from?: SharedVariables) {
    this.outputs = new Map(from?.outputs);
    this.forgotten = new Map(from?.forgotten);
    this.doubtful = new Set(from?.doubtful);
    this.fields = new Set(from?.fields);
    this.unset = new Set(from?.unset);
    this.secrets = new Map(from?.secrets);
    this.keys = new Map(from?.keys);
    this.typed = from?.typed ?? new TypedSecrets();
  }

  /** Returns a copy for which only the secrets are the same. */
  copy(): SharedVariables {
    return new SharedVariables(this);
  }
}

/** Returns a sentence for each field of the payload that steps read. */
export function payloadNotes(steps: readonly DraftStep[]): readonly string[] {
  const found = JSON.stringify(steps).matchAll(/\{\{event\.payload\.(\w+)\}\}/g);
  const fields = new Set([...found].map(([, name = '']) => name));
  return [...fields].map(field => `Pass “${field}” in the payload of the trigger.`);
}
