import assert from 'node:assert/strict';
import { addressProblem, isPublicIp } from '../../../../src/sandbox/webhooks/address.ts';

const PORT = 4011;
const mayCallPort = (port: number): boolean => port === PORT;

/** Hosts that are no public ones, as they may be spelled; of this computer first. */
const HERE = [
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
  ],
  ...[
    '0177.0.0.1',
    '127.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '%31%32%37.0.0.1',
  ],
  ...['１２７.0.0.1', 'ｌｏｃａｌｈｏｓｔ', '127。0。0。1'],
];
const PRIVATE = [
  ...[
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '10.255.255.255',
    '0xa.1',
    '012.0.0.1',
    '167772161',
    '100.64.0.1',
    '169.254.169.254',
  ],
  ...[
    '0xa9fea9fe',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.1',
  ],
  ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '10.0.0.1.'],
  ...[
    '[::]',
    '[::2]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[::10.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
  ],
  ...[
    '[::ffff:7f00:1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[100::1]',
    '[2001::1]',
  ],
  ...[
    '[2001:db8::1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
  ],
  ...['[fe80::1]', '[fec0::1]', '[feff::1]', '[ff02::1]', '[4000::1]'],
  ...[
    'intranet',
    'intranet.',
    'router',
    'printer.local',
    'printer.local.',
    'PRINTER.LOCAL',
    'a.b.local',
    'app.localhost',
  ],
  ...['app.localhost.', 'a.b.localhost', 'local', 'local.', 'ｐrinter.ｌocal'],
];

describe('the addresses that the sandbox calls', () => {
  for (const host of HERE) {
    it(`are on this computer at ${host}, where the port has to be named`, () => {
      for (const protocol of ['http', 'https']) {
        assert.equal(addressProblem(`${protocol}://${host}:${PORT}/x`, mayCallPort), undefined);
        assert.match(addressProblem(`${protocol}://${host}:${PORT + 1}/x`, mayCallPort) ?? '', /port 4012/);
        assert.match(addressProblem(`${protocol}://${host}/x`, mayCallPort) ?? '', /port (80|443) /);
      }
    });
  }

  for (const host of PRIVATE) {
    it(`are refused at ${host}, whatever the port`, () => {
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
    it(`are taken at ${host} by HTTPS only`, () => {
      assert.equal(
        addressProblem(`https://${host}/x`, () => false),
        undefined,
      );
      assert.match(addressProblem(`http://${host}/x`, () => true) ?? '', /https/);
      assert.ok(addressProblem(`ftp://${host}/x`, () => true));
      assert.ok(addressProblem(`https://me:you@${host}/x`, () => true));
    });
  }

  it('are addresses', () => {
    for (const text of ['', 'x', '//x', 'https://', 'https://a b/', 'https://[::1', 'https://1.2.3.4.5/'])
      assert.ok(
        addressProblem(text, () => true),
        text,
      );
  });

  it('are never public where they are no IP address', () => {
    for (const text of ['', 'x', '1.2.3', '::ffff:300.1.1.1', 'fe80::1%eth0'])
      assert.equal(isPublicIp(text), false);
  });
});
