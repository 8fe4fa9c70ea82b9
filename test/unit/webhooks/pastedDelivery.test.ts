import assert from 'node:assert/strict';
import { parsePastedDelivery } from '../../../src/webhooks/pastedDelivery.ts';

function read(text: string): { headers: unknown; body: string } {
  const { headers, body } = parsePastedDelivery(text);
  return { headers, body: Buffer.from(body).toString() };
}

it('a pasted delivery consists of headers, an empty line, and a body to its last byte', () => {
  assert.deepEqual(read('A: 1\nB-c:  two: 2 \n\n{"x":\n\n1}\n'), {
    headers: [
      ['A', '1'],
      ['B-c', 'two: 2'],
    ],
    body: '{"x":\n\n1}\n',
  });
});

it('a pasted delivery can start with a request line or empty lines, and end its lines with CRLF', () => {
  const text = '\r\nPOST /hook HTTP/1.1\r\nA: 1\r\n\r\nbody\r\n';
  assert.deepEqual(read(text), { headers: [['A', '1']], body: 'body\r\n' });
});

it('a pasted delivery can have no body', () => {
  assert.deepEqual(read('A: 1'), { headers: [['A', '1']], body: '' });
});

it('a pasted delivery is refused with the line that is not a header', () => {
  assert.throws(() => read('A: 1\n{"type": 1}'), /^Error: Line 2 .* is not a header/);
  assert.throws(() => read('{"type": 1}'), /^Error: Line 1 /);
  assert.throws(() => read(' \n'), /has no headers/);
});
