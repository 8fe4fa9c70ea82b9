import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { chosenKindOf } from '../../../src/flow/chosenKind.ts';
import { nameOfId, referenceKindAt, referenceKindOf } from '../../../src/flow/referenceKind.ts';
import type { PathSegment } from '../../../src/flow/template.ts';
import type { JsonObject } from '../../../src/util/isObject.ts';
import { uuid } from '../../support/schemas.ts';

const UUID = { type: 'string', format: 'uuid' };
const TEXT = { type: 'string' };

const KINDS: readonly (readonly [path: PathSegment[], schema: JsonObject, kind: string | undefined])[] = [
  [['mailboxId'], UUID, 'mailbox'],
  [['mailboxId'], TEXT, 'mailbox'],
  [['target', 'device_ids', 0], TEXT, 'device'],
  [['notifyWebhookID'], UUID, 'webhook'],
  [['endpointId'], UUID, 'webhook'],
  [['appId'], UUID, 'app'],
  [['appId'], TEXT, undefined],
  [['otherAction'], UUID, 'action'],
  [['transactionId'], UUID, undefined],
  [['wrapId'], UUID, undefined],
  [['sender'], { ...UUID, title: 'Mailbox' }, 'mailbox'],
  [['sender'], { ...TEXT, title: 'Mailbox' }, undefined],
  [['sender'], { ...TEXT, title: 'Mailbox ID' }, 'mailbox'],
  [['other'], { ...TEXT, description: 'The ID of the second device.' }, 'device'],
  [['other'], { ...TEXT, description: 'A trigger’s ID, as the service returns it' }, 'trigger'],
  [['other'], { ...TEXT, description: 'The device that shows the text' }, undefined],
  [['other'], { ...TEXT, format: 'device-id' }, 'device'],
  [['other'], { ...TEXT, format: 'webhook_id' }, 'webhook'],
  [['phones', 2], UUID, 'device'],
  [['mailboxes', 0], UUID, 'mailbox'],
  [['mailboxId'], { ...TEXT, format: 'email' }, undefined],
  [['mailboxId'], { ...TEXT, pattern: '^m' }, undefined],
  [['deviceId'], { type: 'integer' }, undefined],
  [['deviceId'], { enum: ['a', 'b'] }, undefined],
  [['mailboxIdea'], TEXT, undefined],
];

describe('flow/referenceKind', () => {
  it('the kind of record that a parameter references tells the name of a credential by the property, title, or format', () => {
    const cases: readonly (readonly [path: PathSegment[], schema: JsonObject, isName: boolean])[] = [
      [['credentialName'], TEXT, true],
      [['credentials', 0, 'credentialNames', 1], TEXT, true],
      [['login'], { ...TEXT, title: 'Credential' }, true],
      [['login'], { ...TEXT, format: 'credential-name' }, true],
      [['credentialName'], { enum: ['a', 'b'] }, false],
      [['credentialType'], TEXT, false],
      [['credentialId'], UUID, false],
      [['credential'], UUID, false],
      [['credentials'], { type: 'array' }, false],
    ];
    for (const [path, schema, isName] of cases)
      assert.equal(chosenKindOf(path, [schema]) === 'credential', isName, path.join('.'));
  });

  it('the kind of record that a parameter references is the package name of an app for a text with that name, but not for an ID', () => {
    const cases: readonly (readonly [path: PathSegment[], schema: JsonObject, kind: string | undefined])[] = [
      [['app'], TEXT, 'package'],
      [['packageName'], TEXT, 'package'],
      [['packages', 0], TEXT, 'package'],
      [['bundleId'], TEXT, 'package'],
      [['start'], { ...TEXT, title: 'App' }, 'package'],
      [['appId'], UUID, 'app'],
      [['app'], { ...TEXT, enum: ['a'] }, undefined],
      [['app'], { type: 'object' }, undefined],
      [['appearance'], TEXT, undefined],
    ];
    for (const [path, schema, kind] of cases)
      assert.equal(chosenKindOf(path, [schema]), kind, path.join('.'));
  });

  for (const [path, schema, kind] of KINDS) {
    it(`the kind of record that a parameter references is ${kind ?? 'none'} for ${path.join('.')}: ${JSON.stringify(schema)}`, () => {
      assert.equal(referenceKindOf(path, [schema]), kind);
    });
  }

  it('the kind of record that a parameter references is found by name alone only if the name ends with ID', () => {
    assert.equal(referenceKindAt(['deviceIds', 3]), 'device');
    assert.equal(referenceKindAt(['device']), undefined);
    assert.equal(referenceKindAt([]), undefined);
  });

  it('the kind of record that a parameter references finds the name of an ID, or the text in its place', () => {
    const known = createCatalog([], { mailboxes: [{ id: uuid(1), name: 'ada@mail.example' }] });
    assert.equal(nameOfId(uuid(1), 'anything', known), 'ada@mail.example');
    assert.equal(nameOfId(uuid(2), 'mailboxId', known), 'Unknown mailbox');
    assert.equal(nameOfId(uuid(2), 'deviceId', known), `Device ${uuid(2).slice(0, 8)}`);
    assert.equal(nameOfId(uuid(2), 'text', known), undefined);
    assert.equal(nameOfId('mailbox', 'mailboxId', known), undefined);
  });
});
