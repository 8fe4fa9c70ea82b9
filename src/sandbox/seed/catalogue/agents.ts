import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

const text = { type: 'string', minLength: 1, maxLength: 20_000 };

/** Actions that ask an agent. */
export const agentActions: readonly DemoAction[] = [
  {
    service: 'agents_api',
    method: 'agent.run',
    name: 'Run agent',
    description: 'Gives an agent a goal and waits for its answer.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['agentId', 'prompt'],
      properties: {
        agentId: { type: 'integer', minimum: 0, default: 0 },
        prompt: text,
        context: {
          type: 'object',
          description: 'Named values that the agent can refer to.',
          propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$' },
          additionalProperties: true,
        },
        memoryNamespace: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.extract',
    name: 'Extract data',
    description: 'Reads named values from a text or from the screen.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['source', 'fields'],
      properties: {
        source: {
          oneOf: [
            { const: 'screen', title: 'The screen' },
            { ...text, title: 'A text' },
          ],
        },
        fields: {
          type: 'object',
          minProperties: 1,
          patternProperties: {
            '^[a-z]\\w*$': {
              type: 'object',
              required: ['type'],
              properties: {
                type: { enum: ['string', 'number', 'boolean', 'date'] },
                description: { type: 'string' },
                required: { type: 'boolean', default: true },
              },
            },
          },
          additionalProperties: false,
        },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.classify',
    name: 'Classify text',
    description: 'Sorts a text into one of several labels.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['text', 'labels'],
      properties: {
        text,
        labels: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 50, uniqueItems: true },
        threshold: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.summarise',
    name: 'Summarise text',
    description: 'Writes a short summary.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['text'],
      properties: {
        text,
        sentences: { type: 'integer', minimum: 1, maximum: 20, default: 3 },
        language: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$', default: 'en' },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.compareScreens',
    name: 'Compare screens',
    description: 'Tells in words how two pictures of this run differ.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['before', 'after'],
      properties: {
        before: { type: 'string', description: 'Name of a picture of this run.' },
        after: { type: 'string' },
        ignore: {
          type: 'array',
          items: { enum: ['clock', 'battery', 'notifications', 'keyboard'] },
          uniqueItems: true,
          default: ['clock', 'battery'],
        },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.decide',
    name: 'Decide',
    description: 'Answers a yes-or-no question about the screen.',
    paramsSchema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      required: ['question'],
      properties: {
        question: { type: 'string', minLength: 1 },
        confidence: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 },
      },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.custom',
    name: 'Custom agent call',
    description: 'Hands any parameters to an agent of your own.',
    paramsSchema: true,
  },
];
