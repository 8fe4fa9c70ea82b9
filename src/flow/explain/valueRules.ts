import { missingSentence, wordsOf } from '../wordsOf.ts';
import { isObject, memberOf } from '../../util/isObject.ts';
import { similarTo } from '../check/similar.ts';
import { isWholeExpression, stepKeyOf, templateExpressions } from '../template.ts';
import {
  areOnOneDevice,
  capital,
  type Case,
  explanation,
  type Explanation,
  stepReference,
  quoted,
  quotedList,
  type Rule,
} from './explanation.ts';

const MAX_NAMES = 8;

/** The rules for the parameters of a step: expressions without a value, and values that the action does not accept. */
export const valueRules: readonly Rule[] = [explainExpression, explainParam];

function explainExpression(given: Case): Explanation | undefined {
  if (given.step.code !== 'invalid_config') return undefined;
  const failed = given.step.values?.find(({ value }) => value === undefined);
  const [parsed] = failed ? templateExpressions(failed.expression) : [];
  if (!failed || !parsed) return undefined;
  const { path, source } = parsed;
  const place = `the parameter ${quoted(failed.path.join('.'))}`;
  if (path === undefined)
    return explanation('badExpression', `${quoted(failed.expression)} in ${place} is not an expression.`, {
      actions: ['Write an expression such as {{event.payload.name}}, or remove the braces.'],
    });
  const [root, second] = path;
  if (root === 'event' && second === 'payload') return explainPayload(given, path, place);
  const key = stepKeyOf(path);
  if (key !== undefined) return explainOutput(given, path, key, place);
  const isOfRepeat = root === 'item' || root === 'index';
  return explanation('badExpression', `{{${source}}} in ${place} has no value here.`, {
    actions: [
      isOfRepeat
        ? 'Use it only in the steps within a repeat.'
        : 'Choose a value that exists when the step runs.',
    ],
  });
}

function explainPayload({ evidence }: Case, path: readonly (string | number)[], place: string): Explanation {
  let holder: unknown = evidence.run.payload ?? {};
  let at = 2;
  while (at < path.length - 1 && memberOf(holder, path[at] ?? '') !== undefined)
    holder = memberOf(holder, path[at++] ?? '');
  const name = String(path[at] ?? '');
  const names = isObject(holder) ? Object.keys(holder) : [];
  const [similar] = similarTo(name, names);
  const sentence = `The payload has no field ${quoted(name)}, which ${place} needs.`;
  return explanation(
    'missingPayload',
    similar === undefined ? sentence : `${sentence} It has ${quoted(similar)}.`,
    {
      facts: [
        names.length === 0
          ? 'The payload is empty.'
          : `Fields of the payload: ${quotedList(names.slice(0, MAX_NAMES))}.`,
      ],
      actions: [
        similar === undefined
          ? 'Start the flow with a payload that has the field, or use a field that it has.'
          : `Use ${quoted(similar)}.`,
      ],
    },
  );
}

function explainOutput(
  { evidence, step }: Case,
  path: readonly (string | number)[],
  key: string,
  place: string,
): Explanation {
  const named = evidence.steps.findLast(other => other.key === key && areOnOneDevice(other, step));
  if (!named)
    return explanation('missingStep', `No step has the key ${quoted(key)}, whose output ${place} needs.`, {
      actions: ['Choose a step that runs before this one.'],
    });
  const label = stepReference(named);
  if (named.status !== 'success') {
    const ran = named.status === 'failed' ? 'failed' : 'did not run';
    return explanation(
      'missingOutput',
      `${capital(label)} ${ran}, so its output, which ${place} needs, does not exist.`,
      {
        facts: named.error == null ? [] : [`It failed with: ${quoted(named.error)}`],
        actions: [`Fix ${label} first.`],
      },
    );
  }
  const name = String(path.at(-1) ?? '');
  const names = isObject(named.output) ? Object.keys(named.output) : [];
  const [similar] = similarTo(name, names);
  return explanation(
    'missingOutput',
    `The output of ${stepReference(named)} has no ${quoted(name)}, which ${place} needs.${similar === undefined ? '' : ` It has ${quoted(similar)}.`}`,
    {
      facts:
        names.length === 0 ? ['The output is empty.'] : [`It has ${quotedList(names.slice(0, MAX_NAMES))}.`],
      actions: ['Choose a value that the output has.'],
    },
  );
}

const NOT_FITTING = /^params\.(\S+) does not fit the action: (.+?)\.?$/s;
const MISSING = /^params(?:\.\S+)? does not fit the action: must have the property “([^”]+)”\.?$/s;
const REFUSED = /^params\.(\w[\w.]*):? (.+)$/s;

function explainParam({ step, error }: Case): Explanation | undefined {
  const [, missing] = MISSING.exec(error) ?? [];
  if (step.code === 'client_error' && missing !== undefined)
    return explanation('invalidParam', missingSentence([wordsOf(missing)]), {
      facts: [],
      actions: ['Enter a value in the form of the step.'],
    });
  const [, path, problem] = NOT_FITTING.exec(error) ?? REFUSED.exec(error) ?? [];
  if (step.code !== 'client_error' || path === undefined || problem === undefined) return undefined;
  const source = step.values?.find(entry => entry.path.join('.') === path);
  const value = source?.value;
  return explanation(
    'invalidParam',
    `The parameter ${quoted(path)} is not valid: ${problem.replace(/\.?$/, '.')}`,
    {
      facts:
        source && isWholeExpression(source.expression)
          ? [`${source.expression} is ${quoted(JSON.stringify(value))}.`]
          : [],
      actions: [source ? `Check where ${source.expression} comes from.` : 'Change the value.'],
    },
  );
}
