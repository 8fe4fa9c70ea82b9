import { type DemoAction, DIALECT_2020, DIALECT_7 } from './demoAction.ts';

/** Actions that control other steps; repeat and branch have children. */
export const flowControlActions: readonly DemoAction[] = [
  {
    service: 'tasks_api',
    method: 'flow.wait',
    name: 'Wait',
    description: 'Waits for a time, or until a moment.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      oneOf: [
        { title: 'Seconds', required: ['seconds'] },
        { title: 'Duration', required: ['duration'] },
        { title: 'Until a moment', required: ['until'] },
      ],
      properties: {
        seconds: { type: 'number', minimum: 0, maximum: 3600, examples: [5] },
        duration: { type: 'string', format: 'duration', examples: ['PT30S'] },
        until: { type: 'string', format: 'date-time', examples: ['2026-01-15T08:30:00Z'] },
      },
      additionalProperties: false,
    },
    effect: 'The run stands still for that long in sandbox time; a moment that is past does not wait.',
    output: { waitedMs: { description: 'How long it was.', example: 5000 } },
  },
  {
    service: 'tasks_api',
    method: 'flow.repeat',
    name: 'Repeat',
    description:
      'Runs its children several times, or once for each item of a list. Children read {{item}} and {{index}}, which counts from 0.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      properties: {
        times: { type: 'integer', minimum: 1, maximum: 1000, examples: [3] },
        items: {
          type: 'array',
          minItems: 1,
          description: 'Each item is there for the children as {{item}}.',
          examples: [['berlin', 'paris']],
        },
        pauseSeconds: { type: 'number', minimum: 0, default: 0, description: 'Between two rounds.' },
      },
      anyOf: [{ required: ['times'] }, { required: ['items'] }],
      not: { required: ['times', 'items'] },
      additionalProperties: false,
    },
    effect:
      'Every round appears in the execution with its own steps. A failed child ends the repeat unless the child continues on error.',
    output: { rounds: { description: 'How often the children ran.', example: 3 } },
  },
  {
    service: 'tasks_api',
    method: 'flow.branch',
    name: 'Only if',
    description: 'Runs its children only if a condition holds.',
    paramsSchema: {
      $schema: DIALECT_2020,
      type: 'object',
      required: ['left', 'operator'],
      properties: {
        left: { title: 'Left', description: 'Any value, mostly a template expression.' },
        operator: {
          type: 'string',
          enum: ['equals', 'notEquals', 'contains', 'exists', 'greaterThan', 'lessThan'],
        },
        right: { title: 'Right', description: 'What to compare with; exists takes none.' },
      },
      if: { properties: { operator: { const: 'exists' } } },
      then: { properties: { right: false } },
      else: { required: ['right'] },
      additionalProperties: false,
    },
    effect: 'The children run, or appear in the execution as skipped.',
    output: { taken: { description: 'Whether the condition held.', example: true } },
  },
  {
    service: 'tasks_api',
    method: 'flow.stop',
    name: 'Stop the run',
    description: 'Ends the run early, as a success or as a failure.',
    params: { outcome: 'success' },
    paramsSchema: {
      $schema: DIALECT_7,
      type: 'object',
      required: ['outcome'],
      properties: {
        outcome: { enum: ['success', 'failed'] },
        reason: { type: 'string', maxLength: 500 },
      },
      allOf: [
        {
          if: { properties: { outcome: { const: 'failed' } } },
          then: { required: ['reason'] },
        },
      ],
    },
    effect: 'The execution ends with that status; the steps after it appear as skipped.',
    output: {},
  },
];
