import assert from 'node:assert/strict';
import { demoAppEvents } from '../../../src/sandbox/demo/referenceData.ts';
import { demoTriggers } from '../../../src/sandbox/demo/triggers.ts';
import { payloadSchemaOf } from '../../../src/stores/payloadSchema.ts';

describe('stores/payloadSchema', () => {
  const triggers = demoTriggers(0);
  const schemaOf = (name: string): unknown =>
    payloadSchemaOf(
      triggers.find(trigger => trigger.name === name)!,
      demoAppEvents,
    );

  it('the schema of a payload is that of a custom trigger', () => {
    assert.equal(
      schemaOf('New order'),
      triggers.find(({ name }) => name === 'New order')?.customPayloadSchema,
    );
  });

  it('the schema of a payload is made of the fields of an app event', () => {
    const { properties } = schemaOf('Passcode arrives') as { properties: Readonly<Record<string, unknown>> };
    assert.deepEqual(properties['code'], {
      type: 'string',
      description: 'The passcode',
      examples: ['482913'],
    });
  });

  it('the schema of a payload is undefined if there is none, or if it is large', () => {
    assert.equal(schemaOf('By hand'), undefined);
    const [trigger] = triggers;
    const customPayloadSchema = { description: 'x'.repeat(20_000) };
    assert.equal(payloadSchemaOf({ ...trigger!, customPayloadSchema }, []), undefined);
  });
});
