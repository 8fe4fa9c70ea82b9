import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { trustedCertificates } from '../../../src/client/certificates.ts';
import { DIRECT } from '../../../src/client/proxyPolicy.ts';

type List = typeof tls.getCACertificates;

const STORES: Readonly<Record<string, string[]>> = {
  default: ['built in', 'in both'],
  system: ['of the system', 'in both'],
};

describe('client/certificates', () => {
  const original = tls.getCACertificates;
  let folder: string;
  let file: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trusted-'));
    file = join(folder, 'extra.pem');
    await writeFile(file, 'of the file');
  });

  after(() => rm(folder, { recursive: true }));

  beforeEach(() => list(type => STORES[type ?? ''] ?? []));

  afterEach(() => list(original));

  function list(certificates: List | undefined): void {
    Object.assign(tls, { getCACertificates: certificates });
    syncBuiltinESMExports();
  }

  function trusted(systemCertificates: boolean, extra?: string): string[] | undefined {
    return trustedCertificates({
      ...DIRECT,
      support: true,
      systemCertificates,
      environment: extra === undefined ? {} : { NODE_EXTRA_CA_CERTS: extra },
    });
  }

  it('trusted certificates are only the built-in ones by default', () => {
    assert.deepEqual(trusted(false), ['built in', 'in both']);
    assert.deepEqual(trusted(false, ''), ['built in', 'in both']);
  });

  it('trusted certificates include those of the system and of a file, each once', () => {
    assert.deepEqual(trusted(true), ['built in', 'in both', 'of the system']);
    assert.deepEqual(trusted(false, file), ['built in', 'in both', 'of the file']);
    assert.deepEqual(trusted(true, file), ['built in', 'in both', 'of the system', 'of the file']);
  });

  it('trusted certificates are the others if the system or the file cannot be read', () => {
    list(type => {
      if (type === 'system') throw new Error('locked');
      return STORES[type ?? ''] ?? [];
    });
    assert.deepEqual(trusted(true, file), ['built in', 'in both', 'of the file']);
    assert.deepEqual(trusted(false, join(folder, 'missing.pem')), ['built in', 'in both']);
  });

  it('trusted certificates are the defaults of a Node that cannot list them', () => {
    list(undefined);
    assert.equal(trusted(true, file), undefined);
  });
});
