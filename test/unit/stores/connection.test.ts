import assert from 'node:assert/strict';
import { checkBaseUrl, lacksVersion, serviceConnection } from '../../../src/stores/connection.ts';

describe('stores/connection', () => {
  const good: [string, string][] = [
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['http://localhost/v1', 'http://localhost/v1'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
  ];
  for (const [text, url] of good) {
    it(`the address of a connection accepts ${text}`, () => assert.deepEqual(checkBaseUrl(text), { url }));
  }

  const bad: [string, RegExp][] = [
    ['', /whole address/],
    ['api.example.com/v1', /whole address/],
    ['ftp://api.example.com', /starts with https/],
    ['http://api.example.com/v1', /Use https/],
    ['http://127.0.0.1.example.com/v1', /Use https/],
    ['https://user:pass@api.example.com/v1', /user name and password/],
    ['https://api.example.com/v1?key=1', /after \? or #/],
  ];
  for (const [text, problem] of bad) {
    it(`the address of a connection refuses ${JSON.stringify(text)} and says why`, () => {
      const checked = checkBaseUrl(text);
      assert.ok('problem' in checked);
      assert.match(checked.problem, problem);
    });
  }

  it('the address of a connection is checked for its version', () => {
    assert.equal(lacksVersion('https://api.example.com/v1'), false);
    assert.equal(lacksVersion('https://api.example.com'), true);
  });

  it('the address of a connection is part of the ID for keys and links, with the first name of a connection', () => {
    const renamed = serviceConnection('Now', 'https://a.example/v1', 'Service', 'QA');
    assert.equal(renamed.id, serviceConnection('QA', 'https://a.example/v1').id);
    assert.notEqual(renamed.id, serviceConnection('Now', 'https://a.example/v1').id);
  });

  it('the address of a connection is part of the ID of a key', () => {
    assert.notEqual(
      serviceConnection('QA', 'https://a.example/v1').id,
      serviceConnection('QA', 'https://b.example/v1').id,
    );
  });
});
