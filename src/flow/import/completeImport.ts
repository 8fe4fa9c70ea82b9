import { plainText } from '../../util/plainText.ts';
import { equalJson } from '../schema/equal.ts';
import { type CommandLog, leftStep } from './commandLog.ts';
import type { DraftStep, ImportedFlow } from './imported.ts';
import { payloadNotes, type Variables } from './variables.ts';

const MAX_NAME = 256;
export const SECRETS_NOTE = 'Secrets are not written. Pass them in the payload of the trigger.';

/** Returns an imported flow without the secrets that its commands type. Steps read them from the payload. */
export function completeImport(
  { name, steps, notes }: Pick<ImportedFlow, 'name' | 'steps' | 'notes'>,
  log: CommandLog,
  variables: Variables,
): ImportedFlow {
  const { secrets } = variables;
  const hide = (text: string): string => secrets.hide(text);
  const complete = (step: DraftStep): DraftStep => {
    const { method, name: label, source = -1, children } = step;
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
