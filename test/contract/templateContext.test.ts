import assert from 'node:assert/strict';
import { TEMPLATE_ROOTS } from '../../src/flow/template.ts';
import { readCatalog } from '../../src/stores/readCatalog.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('templateContext', () => {
  let sandbox: TestSandbox;

  before(async () => (sandbox = await testSandbox()));
  after(() => sandbox.stop());

  it('the template context of a service is that of the version of new flows', async () => {
    const { data } = (await sandbox.client.getTemplateContext({})).value;
    assert.equal(data.templateResolutionVersion, 3);
    assert.deepEqual(
      data.roots?.map(({ name }) => name),
      TEMPLATE_ROOTS,
    );
    assert.equal(data.stepReference?.pattern, '{{steps.<key>.body.<field>}}');
    const same = await sandbox.client.getTemplateContext({ query: { templateResolutionVersion: 3 } });
    assert.deepEqual(same.value.data, data);
  });

  it('the template context of a service is refused for a version that the sandbox does not have', async () => {
    const asked = sandbox.client.getTemplateContext({ query: { templateResolutionVersion: 2 } });
    assert.equal((await failureOf(asked)).status, 400);
  });

  it('the template context of a service decides in the catalog what expressions begin with', async () => {
    const { signal } = new AbortController();
    const { known } = await readCatalog(sandbox.client, signal);
    assert.deepEqual(known.catalog.templates?.version, 3);
    assert.deepEqual(new Set(known.catalog.templates.roots), new Set(TEMPLATE_ROOTS));
  });
});
