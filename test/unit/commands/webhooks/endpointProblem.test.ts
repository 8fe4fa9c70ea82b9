import assert from 'node:assert/strict';
import { endpointProblem } from '../../../../src/commands/webhooks/endpointProblem.ts';

it('the address of a webhook endpoint is refused while typing if the service would refuse it', () => {
  for (const [text, problem] of [
    ['https://10.1.2.3/hook', /must be public, not an address of a private network/],
    ['https://printer.local/hook', /must be public/],
    ['https://[fd00::1]/hook', /must be public/],
    ['http://example.com/hook', /must begin with https/],
    ['https://me:word@example.com/', /must not hold a user name or a password/],
    ['example', /must be a whole address/],
    ['http://127.0.0.1:8080/hook', /must be public/],
  ] as const)
    assert.match(endpointProblem(text, false) ?? '', problem, text);
  assert.equal(endpointProblem(' https://example.com/hook ', false), undefined);
});

it('the address of a webhook endpoint can be a port of this computer if the service runs on it', () => {
  assert.equal(endpointProblem('http://127.0.0.1:8080/hook', true), undefined);
  assert.match(endpointProblem('https://192.168.0.1/', true) ?? '', /must be public/);
});
