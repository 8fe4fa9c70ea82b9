import assert from 'node:assert/strict';
import { SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { checkConnectionSettings, takenNameProblem } from '../../../src/stores/connectionSettings.ts';

const baseUrl = 'https://a.example/v1';

describe('stores/connectionSettings: name of a connection', () => {
  it('the name of a connection is not available if another connection has it in any case, including the sandbox', () => {
    const all = [SANDBOX, serviceConnection('Staging', baseUrl)];
    for (const name of ['Sandbox', ' sandbox ', 'SANDBOX'])
      assert.equal(takenNameProblem(name, all), '“Sandbox” is the built-in sandbox; enter another name.');
    assert.equal(
      takenNameProblem('STAGING', all),
      'A connection named “Staging” already exists; enter another name.',
    );
    assert.equal(takenNameProblem('Sandbox 2', all), undefined);
  });
});

describe('stores/connectionSettings: connections in the settings', () => {
  it('the connections in the settings are usable unless an earlier one or the sandbox has the name', () => {
    const entries = [
      { name: 'sandbox', baseUrl },
      { name: 'QA', baseUrl, headerPrefix: 'Acme' },
      { name: 'qa', baseUrl: 'https://b.example/v1', keptAs: 'Old' },
    ];
    const { usable, unusable } = checkConnectionSettings(entries);
    assert.deepEqual(usable, [serviceConnection('QA', baseUrl, 'Acme')]);
    assert.deepEqual(
      unusable.map(({ name, problem, connection }) => [name, problem, connection?.id]),
      [
        ['sandbox', '“Sandbox” is the built-in sandbox; enter another name.', `sandbox|${baseUrl}`],
        ['qa', 'A connection named “QA” already exists; enter another name.', 'Old|https://b.example/v1'],
      ],
    );
  });

  it('the connections in the settings are ignored with one sentence if they are incomplete or their address is not secure', () => {
    const { usable, unusable } = checkConnectionSettings([
      { name: 'Unsafe', baseUrl: 'http://a.example/v1' },
      { name: 'Unsafe', baseUrl },
      { baseUrl },
    ]);
    assert.deepEqual(usable, [serviceConnection('Unsafe', baseUrl)]);
    assert.deepEqual(unusable, [
      { name: 'Unsafe', problem: 'Use https:// so that the API key cannot be read on the way.' },
      { name: 'number 3', problem: 'It needs a name and an address, both as text.' },
    ]);
  });
});
