import { generateKeyPairSync, sign } from 'node:crypto';

/** A self-signed certificate and its key as PEM. */
interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

const OIDS = {
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  commonName: [0x55, 0x04, 0x03],
  subjectAltName: [0x55, 0x1d, 0x11],
} as const;

/** Creates a certificate for 127.0.0.1 and a host name (RFC 5280), so that no private key is stored in files. */
export function selfSignedCertificate(host: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const name = sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from(host)))));
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from(host)));
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time('20200101000000Z'), time('20991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('subjectAltName'), der(0x04, names)))),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = (certificate.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function oid(name: keyof typeof OIDS): Buffer {
  return der(0x06, Buffer.from(OIDS[name]));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text));
}
