import { RESERVED_STEP_KEYS, STEP_KEY_FORM } from '../../../contract/limits.ts';
import { FLOW_DEFAULTS } from '../../records/defaults.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { invalidValue } from '../../runtime/refusal.ts';

const { templateResolutionVersion: VERSION } = FLOW_DEFAULTS;

/** The context of the only version of the sandbox (wire facts 18); its texts are a choice of the sandbox. */
const CONTEXT = {
  templateResolutionVersion: VERSION,
  grammar: 'A path between double braces: names behind dots, indexes and quoted names in brackets.',
  roots: [
    { name: 'event', description: 'The payload that started the run, and the name of the trigger.' },
    { name: 'steps', description: 'The status and the output (body) of earlier steps, by their keys.' },
    { name: 'item', description: 'The item of the round, in the children of a step that repeats.' },
    { name: 'index', description: 'The number of the round from 0, in the children of a step that repeats.' },
    { name: 'flow', description: 'The ID and the name of the flow.' },
    { name: 'device', description: 'The ID and the name of the device.' },
    { name: 'execution', description: 'The ID of the run.' },
  ],
  payloadAliases: ['event.payload'],
  loop: { name: 'loop', itemVariableDefault: 'item', context: ['item', 'index'] },
  stepReference: {
    pattern: '{{steps.<key>.body.<field>}}',
    note: 'A key is unique in the flow, and stays when the step is renamed.',
    keyRule: `${STEP_KEY_FORM.source}, none of ${RESERVED_STEP_KEYS.join(', ')}`,
  },
};

/** Handler that tells what expressions can read (wire facts 18). */
export const templateContextHandlers = {
  getTemplateContext: ({ query: { templateResolutionVersion: version } }) => {
    if (version !== undefined && version !== VERSION)
      throw invalidValue(
        'query.templateResolutionVersion',
        `the sandbox has only version ${VERSION}`,
        version,
      );
    return { data: CONTEXT };
  },
} as const satisfies Handlers;
