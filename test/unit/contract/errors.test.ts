import assert from 'node:assert/strict';
import type * as z from 'zod';
import { ErrorBodies } from '../../../src/contract/errors.ts';
import { MAILBOX_REASONS } from '../../../src/contract/mailboxReasons.ts';
import { operations } from '../../../src/contract/operations.ts';
import { assertFits, assertRefuses } from '../../support/schemas.ts';

interface ErrorForm {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly full: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Fields with any JSON value, for which no type is wrong. */
  readonly open?: readonly string[];
}

const forms: readonly ErrorForm[] = [
  {
    name: 'API error envelope',
    schema: ErrorBodies.api,
    full: {
      code: 'unauthorized',
      message: 'No.',
      details: [1, { a: null }],
      retryAfterSeconds: 1.5,
      traceId: 't',
    },
    required: ['code', 'message'],
    open: ['details'],
  },
  {
    name: 'mailbox error body',
    schema: ErrorBodies.mailbox,
    full: { code: 'backend_rejected', message: 'No.' },
    required: ['code', 'message'],
  },
  {
    name: 'mailbox API error envelope',
    schema: ErrorBodies.mailbox,
    full: { code: 'backend_rate_limited', message: 'Wait.', retryAfterSeconds: 30, traceId: 't' },
    required: ['code', 'message'],
  },
  {
    name: 'device error model',
    schema: ErrorBodies.device,
    full: {
      $schema: 'https://example.com/error.json',
      detail: 'This device has no geo support.',
      errors: [{ location: 'body.latitude', message: 'too large', value: { any: ['json', null] } }],
      instance: 'urn:request:1',
      status: 422,
      title: 'Unprocessable Entity',
      type: 'about:blank',
    },
    required: [],
  },
  {
    name: 'flow error body',
    schema: ErrorBodies.flow,
    full: { code: 'verification_invalid', message: 'The flow has changed.' },
    required: ['code', 'message'],
  },
  {
    name: 'error of apps and mailbox messages',
    schema: ErrorBodies.plain,
    full: { error: 'app not found' },
    required: ['error'],
  },
];

describe('contract/errors', () => {
  for (const { name, schema, full, required, open = [] } of forms) {
    describe(name, () => {
      it(`the ${name} is read completely and unchanged`, () => {
        assert.deepEqual(schema.parse(full), full);
      });

      it(`the ${name} keeps unknown fields`, () => {
        const wider = { ...full, hint: { next: ['try again'] } };
        assert.deepEqual(schema.parse(wider), wider);
      });

      it(`the ${name} requires the required fields only`, () => {
        const least = Object.fromEntries(required.map(field => [field, full[field]]));
        assertFits(schema, least);
        for (const field of required) {
          assertRefuses(schema, { ...full, [field]: undefined }, field);
          assertRefuses(schema, { ...full, [field]: null }, field);
        }
      });

      it(`the ${name} accepts null for every other field`, () => {
        const others = Object.keys(full).filter(field => !required.includes(field));
        for (const field of others) assertFits(schema, { ...full, [field]: null });
      });

      it(`the ${name} names the field with the wrong type`, () => {
        const wrong = (value: unknown): unknown => (typeof value === 'string' ? 7 : 'seven');
        for (const [field, value] of Object.entries(full)) {
          if (!open.includes(field)) assertRefuses(schema, { ...full, [field]: wrong(value) }, field);
        }
      });
    });
  }

  it('the error body (spec 7.1) refuses a location of the device error model that is not a string', () => {
    assertRefuses(ErrorBodies.device, { errors: [{ message: 'x' }, { location: 5 }] }, 'errors.1.location');
  });

  it('the error body (spec 7.1) keeps each known reason and any unknown one (spec 7.2)', () => {
    for (const code of [...MAILBOX_REASONS, 'a_reason_of_next_year', '']) {
      assert.deepEqual(ErrorBodies.mailbox.parse({ code, message: 'x' }), { code, message: 'x' });
    }
  });

  it('the error body (spec 7.1) keeps unknown flow codes', () => {
    for (const code of ['flow_not_found', 'verification_invalid', 'other']) {
      assert.deepEqual(ErrorBodies.flow.parse({ code, message: 'x' }), { code, message: 'x' });
    }
  });

  it('the error body (spec 7.1) belongs to the operations that the specification defines', () => {
    const models = {
      connectMailbox: 'mailbox',
      listMailboxMessages: 'plain',
      activateFlow: 'flow',
      getApp: 'plain',
      setLocation: 'device',
      swipeDevice: 'device',
    } as const;
    for (const [id, model] of Object.entries(models)) {
      assert.equal(operations[id as keyof typeof models].errors, model, id);
    }
  });
});
