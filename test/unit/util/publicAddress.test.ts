import assert from 'node:assert/strict';
import { addressProblem, isPublicIp } from '../../../src/util/publicAddress.ts';
import { LOOPBACK_HOSTS, PRIVATE_HOSTS } from '../../support/addresses.ts';

const PORT = 4011;
const mayCallPort = (port: number): boolean => port === PORT;

describe('util/publicAddress', () => {
  for (const host of LOOPBACK_HOSTS) {
    it(`the addresses that the sandbox calls are on this computer at ${host}, which requires a named port`, () => {
      for (const protocol of ['http', 'https']) {
        assert.equal(addressProblem(`${protocol}://${host}:${PORT}/x`, mayCallPort), undefined);
        assert.match(addressProblem(`${protocol}://${host}:${PORT + 1}/x`, mayCallPort) ?? '', /port 4012/);
        assert.match(addressProblem(`${protocol}://${host}/x`, mayCallPort) ?? '', /port (80|443) /);
      }
    });
  }

  for (const host of PRIVATE_HOSTS) {
    it(`the addresses that the sandbox calls are refused at ${host} on any port`, () => {
      for (const port of ['', ':443', `:${PORT}`]) {
        for (const protocol of ['http', 'https'])
          assert.ok(
            addressProblem(`${protocol}://${host}${port}/x`, () => true),
            `${protocol} ${port}`,
          );
      }
    });
  }

  for (const host of [
    'hooks.example.com',
    'hooks.example.com.',
    'local.example',
    '8.8.8.8',
    '[2606:4700::1111]',
  ]) {
    it(`the addresses that the sandbox calls are accepted at ${host} with HTTPS only`, () => {
      assert.equal(
        addressProblem(`https://${host}/x`, () => false),
        undefined,
      );
      assert.match(addressProblem(`http://${host}/x`, () => true) ?? '', /https/);
      assert.ok(addressProblem(`ftp://${host}/x`, () => true));
      assert.ok(addressProblem(`https://me:you@${host}/x`, () => true));
    });
  }

  it('the addresses that the sandbox calls must be valid', () => {
    for (const text of ['', 'x', '//x', 'https://', 'https://a b/', 'https://[::1', 'https://1.2.3.4.5/'])
      assert.ok(
        addressProblem(text, () => true),
        text,
      );
  });

  it('the addresses that the sandbox calls are never public if they are not IP addresses', () => {
    for (const text of ['', 'x', '1.2.3', '::ffff:300.1.1.1', 'fe80::1%eth0'])
      assert.equal(isPublicIp(text), false);
  });
});
