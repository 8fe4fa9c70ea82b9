import assert from 'node:assert/strict';
import { hasProperty } from '../../../../src/flow/selector/hasProperty.ts';

describe('flow/selector/hasProperty', () => {
  const element = { text: 'Sign in', description: null, resourceId: 'shop:id/submit' };

  it('a property of an element has the same value, or contains it in any letter case if that is enough', () => {
    assert.equal(hasProperty(element, 'text', 'Sign in'), true);
    assert.equal(hasProperty(element, 'text', 'sign'), false);
    assert.equal(hasProperty(element, 'text', 'sign', false), true);
    assert.equal(hasProperty(element, 'text', 'Cancel', false), false);
    assert.equal(hasProperty(element, 'resourceId', 'shop:id/submit'), true);
  });

  it('a property of an element is never empty', () => {
    assert.equal(hasProperty(element, 'description', ''), false);
    assert.equal(hasProperty({ text: '' }, 'text', ''), false);
    assert.equal(hasProperty(element, 'role', 'button'), false);
  });
});
