import assert from 'node:assert/strict';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import {
  localZone,
  momentForm,
  readMoment,
  writeMoment,
  zoneWords,
} from '../../../../src/flow/form/moments.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';

it('dates and times are read with their time zone, or not at all', () => {
  assert.deepEqual(readMoment('date', '2026-03-14'), { clock: '2026-03-14', zone: '' });
  assert.deepEqual(readMoment('time', '09:30:00z'), { clock: '09:30:00', zone: 'Z' });
  assert.deepEqual(readMoment('date-time', '2026-03-14T09:30:00.5+02:00'), {
    clock: '2026-03-14T09:30:00.5',
    zone: '+02:00',
  });
  for (const text of ['', 'tomorrow', '2026-03-14 09:30', '2026-03-14T09'])
    assert.equal(readMoment('date-time', text), undefined, text);
});

it('dates and times are written with seconds and their time zone, or as a pattern accepts', () => {
  const picked = { clock: '2026-03-14T09:30', zone: 'Z' };
  assert.equal(writeMoment('date-time', picked), '2026-03-14T09:30:00Z');
  assert.equal(writeMoment('time', { clock: '09:30:15', zone: '+02:00' }), '09:30:15+02:00');
  const minutes = momentForm('time', text => /^\d\d:\d\d$/.test(text));
  assert.equal(writeMoment('time', { clock: '09:30:15', zone: 'Z' }, minutes), '09:30');
  const plain = momentForm('date-time', text => /:\d\d:\d\d$/.test(text));
  assert.equal(writeMoment('date-time', picked, plain), '2026-03-14T09:30:00');
  assert.deepEqual(
    momentForm('time', () => false),
    { hasSeconds: true, hasZone: true },
  );
});

it('dates and times name their time zone', () => {
  assert.deepEqual(['Z', '+01:00', '-03:30', '+10:00', ''].map(zoneWords), [
    'UTC',
    'UTC+1',
    'UTC-3:30',
    'UTC+10',
    'No time zone',
  ]);
  const at = (offset: number): Date => Object.assign(new Date(), { getTimezoneOffset: () => offset });
  assert.deepEqual(
    [0, -330, 210].map(offset => localZone(at(offset))),
    ['Z', '+05:30', '-03:30'],
  );
});

it('dates and times are recognized by their format or pattern', () => {
  const input = (schema: object): unknown => {
    const form = describeForm(new SchemaReader({ properties: { at: schema } }), { ownValue: {} });
    const [field] = form.kind === 'object' ? form.fields : [];
    return field?.kind === 'text' ? field.input : undefined;
  };
  assert.equal(input({ type: 'string', format: 'time' }), 'time');
  assert.equal(input({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }), 'time');
  assert.equal(input({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), 'date');
  assert.equal(input({ type: 'string', pattern: '^\\d+$' }), 'line');
});
