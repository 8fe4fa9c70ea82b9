import { changeTexts } from '../../util/changeTexts.ts';
import { HIDDEN } from '../../util/hidden.ts';
import type { JsonObject } from '../../util/isObject.ts';
import type { ImportMethod } from '../import/imported.ts';
import { isSecretField } from '../secrets/secretFields.ts';
import { stepKeyOf, templateExpressions } from '../template.ts';

/** A step that can tap a field or type into it. */
export interface TypingStep {
  readonly method: ImportMethod | undefined;
  readonly key: string | undefined;
  readonly isOptional: boolean;
  readonly params: JsonObject;
  readonly children: readonly TypingStep[];
}

/** Returns the texts that steps type into fields for secrets. The steps and those inside them are in run order. */
export function findTypedSecrets(steps: readonly TypingStep[]): ReadonlySet<string> {
  const search = new TypedSecrets();
  search.walk(steps, false, undefined);
  return search.found;
}

class TypedSecrets {
  readonly found = new Set<string>();
  /** The keys of steps that find a field for a secret, whose place later steps can tap. */
  readonly #keys = new Set<string>();

  /** Returns true if the field that has the focus after steps can be one for a secret. `items` are those of a repeat. */
  walk(steps: readonly TypingStep[], wasSecret: boolean, items: unknown): boolean {
    let isSecret = wasSecret;
    for (const { method, key, isOptional, params, children } of steps) {
      if (key !== undefined && this.#namesSecret(params)) this.#keys.add(key);
      // A tap that may fail can leave the focus in the former field.
      if (method === 'device.tap' || method === 'device.longPress')
        isSecret = this.#namesSecret(params) || (isOptional && isSecret);
      if (method === 'device.typeText' && isSecret) this.#add(params['text'], items);
      // Steps inside a condition may not run.
      isSecret = this.walk(children, isSecret, params['items'] ?? items) || isSecret;
    }
    return isSecret;
  }

  #add(value: unknown, items: unknown): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const text = String(value);
    if (text !== HIDDEN && withoutExpressions(text).trim() !== '') this.found.add(text);
    if (templateExpressions(text).some(({ path }) => path?.[0] === 'item'))
      for (const item of scalarsIn(items)) this.#add(item, undefined);
  }

  #namesSecret(params: JsonObject): boolean {
    let isSecret = false;
    changeTexts(params, text => {
      const keys = templateExpressions(text).map(({ path }) => stepKeyOf(path) ?? '');
      isSecret ||= isSecretField(withoutExpressions(text)) || keys.some(key => this.#keys.has(key));
    });
    return isSecret;
  }
}

function withoutExpressions(text: string): string {
  return templateExpressions(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    text,
  );
}

function scalarsIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [value];
}
