import assert from 'node:assert/strict';
import { ApiError, type Failure } from '../../../src/client/failure.ts';
import { explain } from '../../../src/wording/explain.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { NotConnectedError } from '../../../src/stores/session.ts';
import { containsLink } from '../../support/links.ts';

function failed(failure: Failure, retryAfterMs?: number): ApiError {
  return new ApiError(failure, { operation: 'getFlow', traceId: 't-7', retryAfterMs, retryable: true });
}

function refused(status: number, message = 'Because.'): Failure {
  return {
    kind: 'refused',
    status,
    body: 'api',
    code: 'some_code',
    message,
    problems: ['body.name: too long'],
  };
}

const failures: readonly Failure[] = [
  refused(409),
  { kind: 'notJson', status: 502, mediaType: 'text/html', excerpt: '<html>' },
  { kind: 'notJson', status: 200, mediaType: 'application/json', excerpt: '{"a":' },
  { kind: 'emptyBody', status: 200 },
  { kind: 'cutOff', status: 200 },
  { kind: 'tooLarge', status: 200, limitBytes: 32_000_000 },
  { kind: 'headersTooLarge', limitBytes: 16_384 },
  { kind: 'redirected', status: 307 },
  { kind: 'linked', status: 302 },
  { kind: 'linked', status: 403 },
  { kind: 'connectionRefused' },
  {
    kind: 'proxy',
    proxyStatus: 502,
    code: undefined,
    sentence: 'The proxy p:3128 could not reach the service.',
  },
  { kind: 'unknownHost', host: 'api.example' },
  { kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  { kind: 'tls', code: 'CERT_HAS_EXPIRED' },
  { kind: 'timeout', ms: 60_000 },
  { kind: 'connectionLost', code: 'ECONNRESET' },
  { kind: 'cancelled' },
  { kind: 'missingKey' },
  { kind: 'restricted' },
  { kind: 'contract', status: 200, field: 'data.name', expected: 'expected string', readable: undefined },
  { kind: 'invalidRequest', field: 'body.name', problem: 'too long' },
];

describe('wording/explain', () => {
  for (const failure of failures) {
    it(`the explanation of a failure is one sentence for ${failure.kind}, followed by details`, () => {
      const { summary, detail } = explain(failed(failure));
      assert.match(summary, /^\S.{5,120}$/);
      assert.doesNotMatch(summary, /undefined|\[object/);
      assert.ok(detail.startsWith(summary));
      assert.match(detail, /Operation getFlow/);
      assert.match(detail, /Trace t-7/);
    });
  }

  it('the explanation of a failure names the way out of a certificate that is not trusted', () => {
    for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])
      assert.equal(
        explain(failed({ kind: 'tls', code })).summary,
        `The secure connection could not be set up (${code}). Name the file with its certificate authority in NODE_EXTRA_CA_CERTS.`,
      );
  });

  it('the explanation of a failure contains no link from a service, host, or response, and no line that starts with their text', () => {
    const text = `[x](command:canary)\n\u202E${'a'.repeat(100_000)}`;
    const hostile: readonly Failure[] = [
      { ...refused(409, text), code: text, problems: [text] } as Failure,
      { ...refused(503, text), body: 'mailbox' } as Failure,
      { kind: 'notJson', status: 502, mediaType: text, excerpt: text },
      { kind: 'unknownHost', host: text },
      { kind: 'tls', code: text },
      { kind: 'contract', status: 200, field: text, expected: text, readable: undefined },
      { kind: 'invalidRequest', field: text, problem: text },
    ];
    const errors = [
      ...hostile.map(one => failed(one)),
      new ApiError(refused(500), {
        operation: 'getFlow',
        traceId: text,
        retryAfterMs: undefined,
        retryable: true,
      }),
      new Error(text),
    ];
    for (const { summary, reason, detail } of errors.map(explain)) {
      for (const shown of [summary, reason, detail]) {
        assert.ok(!containsLink(shown), shown.slice(0, 200));
        assert.doesNotMatch(shown, /\u202E/);
        assert.ok(shown.length <= 10_000);
      }
      assert.doesNotMatch(summary, /\n/);
    }
  });

  it('the explanation of a failure offers a sign-in if the key is refused', () => {
    assert.equal(explain(failed(refused(401))).next, 'signIn');
    assert.equal(explain(failed({ kind: 'missingKey' })).next, 'signIn');
    assert.equal(explain(failed({ kind: 'emptyBody', status: 401 })).next, 'signIn');
    assert.equal(explain(new NotConnectedError({ kind: 'rejected', connection: SANDBOX })).next, 'signIn');
  });

  it('the explanation of a failure offers to select a connection if there is none', () => {
    assert.equal(explain(new NotConnectedError({ kind: 'none' })).next, 'connect');
  });

  it('the explanation of a failure has the wait that the service requests, in whole seconds', () => {
    assert.match(explain(failed(refused(429), 1200)).summary, /^Too many requests\. Try again in 2 s\.$/);
    assert.match(explain(failed(refused(429))).summary, /Try again later\.$/);
  });

  it('the explanation of a failure has every location in the response of the service, and its code', () => {
    const { detail } = explain(failed(refused(422)));
    assert.match(detail, /body\.name: too long/);
    assert.match(detail, /Code some_code/);
  });

  it('the explanation of a failure is empty for what the user canceled', () => {
    assert.equal(explain(failed({ kind: 'cancelled' })).silent, true);
    assert.equal(explain(failed(refused(500))).silent, false);
  });

  it('the explanation of a failure says what to do about a flow that cannot be activated', () => {
    const flowFailure = (status: number, code: string): ApiError =>
      failed({ kind: 'refused', status, body: 'flow', code, message: 'No.', problems: [] });
    assert.match(explain(flowFailure(409, 'verification_invalid')).summary, /Run the flow again and choose/);
    assert.match(explain(flowFailure(404, 'flow_not_found')).summary, /Refresh the flows/);
    for (const code of ['something_new', 'constructor', '__proto__'])
      assert.equal(explain(flowFailure(409, code)).summary, 'No.');
    assert.match(explain(flowFailure(501, 'not_built')).summary, /does not offer this/);
  });

  it('the explanation of a failure has the status of a mailbox error with an unknown reason', () => {
    const mailbox = (status: number, code: string): ApiError =>
      failed({ kind: 'refused', status, body: 'mailbox', code, message: 'No.', problems: [] }, 1200);
    assert.equal(explain(mailbox(409, 'something_new')).summary, 'The service refused this (409): No.');
    assert.equal(explain(mailbox(503, 'something_new')).summary, 'The service failed (503): No.');
    assert.match(explain(mailbox(429, 'something_new')).summary, /Try again in 2 s\.$/);
    assert.match(explain(mailbox(501, 'something_new')).summary, /does not offer this/);
    assert.match(
      explain(mailbox(429, 'backend_rate_limited')).summary,
      /mail provider.* Try again in 2 s\.$/,
    );
  });

  it('the explanation of a failure accepts any thrown value', () => {
    assert.equal(explain(new Error('No port.')).summary, 'No port.');
    assert.equal(explain('text').summary, 'text');
  });
});
