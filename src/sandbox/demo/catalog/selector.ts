/** The schema of a coordinate in screen pixels (wire facts 9). */
export const pixel = { type: 'number', minimum: 0, description: 'Pixels of the screen.' };

/** The schema of the display number that every gesture takes (wire facts 9). */
export const display = {
  type: 'integer',
  minimum: 0,
  default: 0,
  title: 'Display',
  description: 'Which display of a device with several; 0 is the main one.',
};

/** The schema of the option for human-like input (spec 4.9). */
export const stealth = {
  type: 'boolean',
  default: false,
  title: 'Move like a person',
  description: 'Shifts the points a little, varies the duration and curves the path.',
};

/** The schema of an element selector: one variant for each kind of search, distinguished by `by`. */
export const selector = {
  title: 'Element',
  description: 'How to find an element on the screen.',
  oneOf: [
    {
      type: 'object',
      title: 'By text',
      required: ['by', 'text'],
      additionalProperties: false,
      properties: {
        by: { const: 'text' },
        text: { type: 'string', minLength: 1, examples: ['Sign in'] },
        exact: { type: 'boolean', default: true, description: 'Off: part of the text is enough.' },
      },
    },
    {
      type: 'object',
      title: 'By resource id',
      required: ['by', 'resourceId'],
      additionalProperties: false,
      properties: {
        by: { const: 'resourceId' },
        resourceId: {
          type: 'string',
          pattern: '^[\\w.]+:id/[\\w.]+$',
          examples: ['com.example.shop:id/submit'],
        },
      },
    },
    {
      type: 'object',
      title: 'By description',
      required: ['by', 'description'],
      additionalProperties: false,
      properties: {
        by: { const: 'description' },
        description: { type: 'string', minLength: 1, description: 'Text for screen readers.' },
      },
    },
  ],
};

/** The schemas of the two parameters of every action that waits for the screen. */
export const waiting = {
  timeoutSeconds: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 300,
    default: 30,
    description: 'Longest wait, in seconds.',
  },
  pollMilliseconds: {
    type: 'integer',
    minimum: 100,
    maximum: 10_000,
    multipleOf: 50,
    default: 500,
    description: 'How often to look.',
  },
};
