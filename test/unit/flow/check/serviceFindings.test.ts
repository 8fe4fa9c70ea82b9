import assert from 'node:assert/strict';
import { serviceDiagnostics } from '../../../../src/flow/check/serviceFindings.ts';
import { objectionText } from '../../../../src/flow/deploy/objectionText.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';

const document = parseFlow(
  JSON.stringify({
    name: 'A',
    actions: [{ actionId: 'x', position: 1, overrides: { params: { text: 'Hello', list: [1, 2] } } }],
  }),
);

function found(field: string | undefined, known: Parameters<typeof serviceDiagnostics>[2] = []) {
  const error = { message: 'is wrong', ...(field === undefined ? {} : { field }) };
  const reply = { valid: false, errors: [error] };
  return serviceDiagnostics(document, reply, known).map(
    ({ severity, start, end, message }) => `${severity} «${document.text.slice(start, end)}»: ${message}`,
  );
}

describe('flow/check/serviceFindings', () => {
  for (const field of [
    'actions[0].overrides.params.text',
    'actions.0.overrides.params.text',
    'body.actions.0.params.text',
    '/actions/0/overrides/params/text',
    'actions[0].params.text.deeper',
  ])
    it(`a finding of a service in a flow is shown at the value that “${field}” names`, () =>
      assert.deepEqual(found(field), ['error «"Hello"»: The service reports: is wrong']));

  it('a finding of a service in a flow is shown at the value around a field that the text does not have', () => {
    assert.deepEqual(found('actions[0].overrides.params.list[7]'), [
      'error «[1,2]»: The service reports: is wrong',
    ]);
  });

  it('a finding of a service in a flow is shown at the first property without a known field', () => {
    for (const field of ['nowhere', '', undefined])
      assert.deepEqual(found(field), ['error «"name":"A"»: The service reports: is wrong']);
  });

  it('a finding of a service in a flow is left out where the file has an error already', () => {
    const start = document.text.indexOf('"Hello"');
    const known = { code: 'param-type', message: '', start, end: start + 7 } as const;
    assert.deepEqual(found('actions[0].params.text', [{ ...known, severity: 'error' }]), []);
    assert.equal(found('actions[0].params.text', [{ ...known, severity: 'warning' }]).length, 1);
    assert.equal(found('actions[0].position', [{ ...known, severity: 'error' }]).length, 1);
  });

  it('a finding of a service in a flow is not left out because an earlier check of the service has found it', () => {
    const earlier = serviceDiagnostics(
      document,
      { valid: false, errors: [{ message: 'is wrong', field: 'actions[0].params.text' }] },
      [],
    );
    assert.equal(found('actions[0].params.text', earlier).length, 1);
  });

  it('a finding of a service in a flow is bounded, and one line of plain text', () => {
    const message = `first\nsecond\u202E${'x'.repeat(10_000)}`;
    const errors = Array.from({ length: 5000 }, () => ({ message, field: 'name' }));
    const diagnostics = serviceDiagnostics(document, { valid: false, errors }, []);
    assert.equal(diagnostics.length, 100);
    for (const { message: shown } of diagnostics) {
      assert.ok(shown.length < 600);
      assert.doesNotMatch(shown, /[\n\u202E]/);
    }
  });

  it('a finding of a service in a flow is a sentence in a plan, with the first three findings', () => {
    const errors = [1, 2].map(index => ({ message: 'Bad value.', field: `actions[${index}]` }));
    const warnings = [{ message: 'Not connected' }, { message: 'Slow' }];
    assert.equal(
      objectionText({ valid: false, errors, warnings }),
      'The service reports: actions[1]: Bad value; actions[2]: Bad value; Not connected; and 1 more.',
    );
    assert.equal(objectionText({ valid: true, errors: [], warnings: [] }), undefined);
    assert.equal(objectionText(undefined), undefined);
  });
});
