import { type DemoAction, DIALECT_2020, DIALECT_4, DIALECT_7 } from './demoAction.ts';

const text = { type: 'string', minLength: 1, maxLength: 20_000 };

/** Actions that call an agent. */
export const agentActions: readonly DemoAction[] = [
  {
    service: 'agents_api',
    method: 'agent.run',
    name: 'Run agent',
    description: 'Gives an agent a goal and waits for its answer.',
    params: { agentId: 0 },
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['agentId', 'prompt'],
      properties: {
        agentId: { type: 'integer', minimum: 0, title: 'Agent' },
        prompt: { ...text, title: 'Goal', examples: ['Book a table for two'] },
        context: {
          type: 'object',
          description: 'Named values that the agent can refer to.',
          propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$' },
          additionalProperties: true,
          examples: [{ guests: 2, evening: true }],
        },
        memoryNamespace: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' },
        sessionToken: { type: 'string', readOnly: true, description: 'Made by the service for each run.' },
      },
    },
    effect:
      'Answers with one sentence made from the goal and the names in context; the same goal gives the same answer.',
    output: {
      answer: { description: 'What the agent says.', example: 'Done: Book a table for two.' },
      steps: { description: 'Number of steps it took.', example: 3 },
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
            {
              type: 'object',
              title: 'The screen',
              required: ['kind'],
              additionalProperties: false,
              properties: { kind: { const: 'screen' } },
            },
            {
              type: 'object',
              title: 'A text',
              required: ['kind', 'text'],
              additionalProperties: false,
              properties: { kind: { const: 'text' }, text },
            },
          ],
        },
        fields: {
          type: 'object',
          minProperties: 1,
          patternProperties: {
            '^[a-z]\\w*$': {
              type: 'object',
              title: 'Field',
              required: ['type'],
              properties: {
                type: { enum: ['string', 'number', 'boolean', 'date'] },
                description: { type: 'string' },
                required: { type: 'boolean', default: true },
              },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
          examples: [{ total: { type: 'number', description: 'Sum of the order' } }],
        },
      },
      additionalProperties: false,
    },
    effect:
      'Takes for each field the first word, number, yes or no, or date that follows its name in the source. Fails with code `logic` when a required one is missing.',
    output: { values: { description: 'A value for each field, or null.', example: { total: 19.9 } } },
  },
  {
    service: 'agents_api',
    method: 'agent.classify',
    name: 'Classify text',
    description: 'Sorts a text into one of several labels.',
    params: { threshold: 0.5 },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['text', 'labels'],
      definitions: { label: { type: 'string', minLength: 1, maxLength: 60 } },
      properties: {
        text,
        labels: {
          type: 'array',
          items: { $ref: '#/definitions/label' },
          minItems: 2,
          maxItems: 50,
          uniqueItems: true,
          examples: [['invoice', 'newsletter', 'other']],
        },
        fallback: { $ref: '#/definitions/label' },
        threshold: { type: 'number', minimum: 0, maximum: 1 },
      },
      dependencies: { fallback: ['threshold'] },
    },
    effect: 'Takes the label that shares most words with the text, else fallback, else the last one.',
    output: {
      label: { description: 'The label.', example: 'newsletter' },
      confidence: { description: 'From 0 to 1.', example: 0.82 },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.summarise',
    name: 'Summarise text',
    description: 'Writes a short summary of a text.',
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['text'],
      properties: {
        text,
        sentences: { type: 'integer', minimum: 1, maximum: 20, default: 3 },
        language: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$', default: 'en', examples: ['pt-BR'] },
      },
    },
    effect: 'Keeps the first sentences of the text; the language is only noted.',
    output: { summary: { description: 'The summary.', example: 'It arrives on Friday.' } },
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
        before: { type: 'string', minLength: 1, description: 'Name of a picture of this run.' },
        after: { type: 'string', minLength: 1, description: 'Name of a picture of this run.' },
        ignore: {
          type: 'array',
          items: { enum: ['clock', 'battery', 'notifications', 'keyboard'] },
          uniqueItems: true,
          default: ['clock', 'battery'],
        },
      },
      additionalProperties: false,
    },
    effect: 'Compares the two stored pictures byte by byte. Fails with code `logic` when one is missing.',
    output: {
      same: { description: 'Whether they are equal.', example: false },
      summary: { description: 'The difference in words.', example: 'The two pictures differ.' },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.decide',
    name: 'Decide',
    description: 'Answers a yes-or-no question about the screen.',
    paramsSchema: {
      $schema: DIALECT_4,
      type: 'object',
      required: ['question'],
      properties: {
        question: { type: 'string', minLength: 1, maxLength: 1000 },
        confidence: {
          type: 'number',
          minimum: 0,
          exclusiveMinimum: true,
          maximum: 1,
          description: 'Above 0, up to 1.',
        },
      },
      additionalProperties: false,
    },
    effect: 'Answers yes when every quoted word of the question is on the simulated screen.',
    output: {
      yes: { description: 'The answer.', example: true },
      reason: { description: 'Why, in words.', example: 'The screen shows “Welcome back”.' },
    },
  },
  {
    service: 'agents_api',
    method: 'agent.custom',
    name: 'Custom agent call',
    description: 'Hands any parameters to an agent of your own.',
    params: { agent: 'echo' },
    paramsSchema: true,
    effect: 'Gives back the parameters it was called with.',
    output: { received: { description: 'The parameters.', example: { agent: 'echo' } } },
  },
];
