import { plainText } from '../../util/plainText.ts';
import { changeTexts } from '../../util/changeTexts.ts';
import { equalJson } from '../schema/equal.ts';
import { type CommandLog, leftStep } from './commandLog.ts';
import { type DraftStep, type ImportedFlow, sourcesOf } from './imported.ts';
import { keyReferences } from '../template.ts';
import { payloadNotes, type Variables } from './variables.ts';

const MAX_NAME = 256;
const LOST = 'It reads the result of a command that is not translated.';
export const SECRETS_NOTE = 'Secrets are not written. Pass them in the payload of the trigger.';

/**
 * Returns an imported flow without the secrets that its commands type, which steps read from the payload. A step that reads
 * the result of one that there is not is left.
 */
export function completeImport(
  { name, steps, notes }: Pick<ImportedFlow, 'name' | 'steps' | 'notes'>,
  log: CommandLog,
  variables: Variables,
): ImportedFlow {
  const { secrets } = variables;
  const hide = (text: string): string => secrets.hide(text);
  const keys = new Set(steps.flatMap(keysOf));
  const complete = (step: DraftStep): DraftStep => {
    const { method, name: label, source = -1, children } = step;
    if (readKeys(step.params).some(key => !keys.has(key))) {
      for (const key of keysOf(step)) keys.delete(key);
      for (const one of sourcesOf(step)) log.note(one, 'left', [LOST]);
      return leftStep(source, log.at(source, hide));
    }
    if (method === 'webhooks.log') return leftStep(source, log.at(source, hide));
    const params = secrets.replaceIn(step.params, secret => variables.secretField(secret, 'password'));
    if (!equalJson(params, step.params)) log.note(source, 'translated', [SECRETS_NOTE]);
    return {
      ...step,
      params,
      ...(label === undefined ? {} : { name: plainText(label, MAX_NAME, hide) }),
      ...(children ? { children: children.map(complete) } : {}),
    };
  };
  const completed = steps.map(complete);
  return {
    name: hide(name),
    steps: completed,
    commands: log.list(hide),
    notes: [...payloadNotes(completed), ...notes.map(hide)],
  };
}

function keysOf({ key, children = [] }: DraftStep): readonly string[] {
  return [...(key === undefined ? [] : [key]), ...children.flatMap(keysOf)];
}

/** Returns the keys of the steps whose results a value reads. */
function readKeys(value: unknown): readonly string[] {
  const keys: string[] = [];
  changeTexts(value, text => keys.push(...keyReferences(text).map(({ key }) => key)));
  return keys;
}
