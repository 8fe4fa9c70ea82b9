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

  /** Returns the value of a variable. A flow gets one that nothing sets from the payload of its trigger. */
  readonly read = (path: string): ExpressionValue | undefined => {
    const value = this.#values.get(path) ?? this.#shared.outputs.get(path);
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
  setOutput(path: string, value: ExpressionValue | undefined): void {
    if (value) this.#shared.outputs.set(path, value);
    else this.#shared.outputs.delete(path);
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
  readonly outputs = new Map<string, ExpressionValue>();
  readonly fields = new Set<string>();
  readonly unset = new Set<string>();
  readonly typed = new TypedSecrets();
  readonly secrets = new Map<string, string>();
  readonly keys = new Map<string, number>();
}

/** Returns a sentence for each field of the payload that steps read. */
export function payloadNotes(steps: readonly DraftStep[]): readonly string[] {
  const found = JSON.stringify(steps).matchAll(/\{\{event\.payload\.(\w+)\}\}/g);
  const fields = new Set([...found].map(([, name = '']) => name));
  return [...fields].map(field => `Pass “${field}” in the payload of the trigger.`);
}
