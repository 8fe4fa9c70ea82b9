import assert from 'node:assert/strict';
import { CallFailure } from '../../../src/client/callFailure.ts';
import type { Failure } from '../../../src/client/failure.ts';
import { redactSecrets, secretsIn } from '../../../src/client/redact.ts';

type Refusal = Extract<Failure, { readonly kind: 'refused' }>;

const refused = (message: string): Refusal => ({
  ...{ kind: 'refused', status: 400, body: 'api', code: undefined },
  message,
  problems: [],
});

/** Returns a message of a service after the sent values were hidden in it. */
function hidden(message: string, ...sent: readonly string[]): string {
  const { failure } = redactSecrets(new CallFailure(refused(message)), sent);
  return failure.kind === 'refused' ? failure.message : assert.fail(failure.kind);
}

describe('client/redactSecrets: values that a service repeats', () => {
  it('values that a service repeats are hidden literally, URL-encoded, and as a part of JSON', () => {
    assert.equal(hidden('a k"/y b k%22%2Fy c k\\"/y d', 'k"/y'), 'a •••••• b •••••• c •••••• d');
    assert.equal(hidden('It is "k\\ny".', 'k\ny'), 'It is "••••••".');
    assert.equal(hidden('as it is', 'secret'), 'as it is');
  });

  it('values that a service repeats are hidden if only their beginning is at the end', () => {
    assert.equal(hidden('It is secr', 'secret'), 'It is ••••••');
    assert.equal(hidden('It is sec', 'secret'), 'It is ••••••');
    assert.equal(hidden('It is se', 'secret'), 'It is se');
    assert.equal(hidden('It is xecr', 'secret'), 'It is xecr');
    assert.equal(hidden('sec', 'secret'), '••••••');
    assert.equal(hidden('secr is it', 'secret'), 'secr is it');
  });

  it('values that a service repeats are hidden as a whole if they contain shorter ones', () => {
    assert.equal(hidden('It is secret-1.', 'secret', 'secret-1'), 'It is ••••••.');
  });

  it('values that a service repeats are hidden in every text of a failure, which is otherwise unchanged', () => {
    const failure: Failure = { ...refused('secret!'), code: 'no secret', problems: ['a: secret'] };
    const found = redactSecrets(new CallFailure(failure, { traceId: 'of secret', waitMs: 0 }), ['secret']);
    assert.deepEqual(found.failure, {
      ...failure,
      ...{ code: 'no ••••••', message: '••••••!', problems: ['a: ••••••'] },
    });
    assert.deepEqual([found.traceId, found.waitMs], ['of ••••••', 0]);
  });

  it('values that a service repeats are not in what is left of a reply that cannot be read', () => {
    const page: Failure = { kind: 'notJson', status: 502, mediaType: 'text/html', excerpt: 'all of it' };
    assert.deepEqual(redactSecrets(new CallFailure(page), ['secret']).failure, { ...page, excerpt: '' });
    const unfit: Failure = { kind: 'contract', status: 200, field: 'a', expected: 'b', readable: 1 };
    const unread = { ...unfit, readable: undefined };
    assert.deepEqual(redactSecrets(new CallFailure(unfit), []).failure, unread);
    const other: Failure = { kind: 'emptyBody', status: 200 };
    assert.deepEqual(redactSecrets(new CallFailure(other), []).failure, other);
  });

  it('values that a service repeats could be stored ones if none was sent, so the words of the service are left out', () => {
    const { failure } = redactSecrets(new CallFailure({ ...refused('stored'), problems: ['stored'] }), []);
    assert.deepEqual(failure, refused('The service answered 400.'));
  });
});

describe('client/redactSecrets: secret values in a request', () => {
  it('the secret values in a request are those of credentials and proxies, at any depth', () => {
    const fields = [{ fieldType: 'password', value: 'a' }, { fieldType: 'email', value: 'b' }, { value: 7 }];
    assert.deepEqual(secretsIn({ name: 'x', fields, proxy: { user: 'u', password: 'c' } }), ['a', 'b', 'c']);
    const profile = { name: 'x', spec: { identifiers: { imei: 'a', list: ['b'] }, carrier: { name: 'c' } } };
    assert.deepEqual(secretsIn(profile), ['a', 'b']);
    for (const body of [undefined, null, 'text', 7, {}, []]) assert.deepEqual(secretsIn(body), []);
  });
});
