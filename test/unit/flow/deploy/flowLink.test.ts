import assert from 'node:assert/strict';
import { type FlowLink, readLinks, relink, withLink } from '../../../../src/flow/deploy/flowLink.ts';

const FULL: FlowLink = {
  flowId: 'f1',
  deployed: { file: 'a', flow: 'b' },
  verified: { executionId: 'e1', graph: 'g', steps: ['s1', 's2'] },
  creating: { name: 'Wave', graph: 'g', known: ['f0'] },
  replaced: ['f0'],
};

describe('flow/deploy/flowLink: links file', () => {
  it('the links file returns each link unchanged, by connection and sorted by path', () => {
    const first = withLink({ kept: true }, 'one', 'b.flow.json', FULL);
    const both = withLink(first, 'one', 'a.flow.json', { flowId: 'f2' });
    const text = JSON.stringify(withLink(both, 'other', 'a.flow.json', { flowId: 'f3' }));
    const content: unknown = JSON.parse(text);
    assert.deepEqual(readLinks(content, 'one'), { 'a.flow.json': { flowId: 'f2' }, 'b.flow.json': FULL });
    assert.deepEqual(readLinks(content, 'other'), { 'a.flow.json': { flowId: 'f3' } });
    assert.match(text, /^\{"kept":true,.*"a\.flow\.json".*"b\.flow\.json"/);
  });

  it('the links file removes only the given file', () => {
    const both = withLink(withLink({}, 'one', 'a', FULL), 'one', 'b', { flowId: 'f2' });
    assert.deepEqual(readLinks(withLink(both, 'one', 'a', undefined), 'one'), { b: { flowId: 'f2' } });
  });

  it('the links file keeps unknown fields of the links of other files', () => {
    const known = { connections: { one: { a: { flowId: 'f1', later: 1 } } } };
    const text = JSON.stringify(withLink(known, 'one', 'b', { flowId: 'f2' }));
    assert.match(text, /"later":1/);
  });

  it('the links file reads links with an ID only, and skips invalid links', () => {
    const content = {
      connections: {
        one: {
          a: { flowId: 'f1' },
          b: { flowId: 7 },
          c: 'f1',
          d: null,
          e: { deployed: { file: 1 }, flowId: 'f5' },
        },
      },
    };
    assert.deepEqual(readLinks(content, 'one'), { a: { flowId: 'f1' }, e: { flowId: 'f5' } });
    for (const broken of [undefined, null, [], 'text', { connections: [] }, { connections: { one: 3 } }]) {
      assert.deepEqual(readLinks(broken, 'one'), {});
    }
    assert.deepEqual(readLinks({ connections: {} }, 'toString'), {});
  });
});

describe('flow/deploy/flowLink: link after a deployment', () => {
  it('a link after a deployment is unchanged if the file is already linked to the flow', () => {
    assert.deepEqual(relink(FULL, 'f1'), FULL);
  });

  it('a link after a deployment still names the flow to delete, but never its own flow', () => {
    assert.deepEqual(relink(FULL, 'f2'), { flowId: 'f2', replaced: ['f0'] });
    assert.deepEqual(relink(FULL, 'f0'), { flowId: 'f0' });
    assert.deepEqual(relink(undefined, 'f1'), { flowId: 'f1' });
  });
});
