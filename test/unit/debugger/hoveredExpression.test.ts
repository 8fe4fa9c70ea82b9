import assert from 'node:assert/strict';
import { hoveredExpression } from '../../../src/debugger/hoveredExpression.ts';

describe('debugger/hoveredExpression', () => {
  const at = (line: string): string | undefined => {
    const column = line.indexOf('|');
    const text = line.replace('|', '');
    const found = hoveredExpression(text, column);
    if (found) assert.ok(found.start <= column && column <= found.end, JSON.stringify(found));
    return found?.expression;
  };

  it('the expression under the mouse pointer is the path up to the name there', () => {
    assert.equal(at('"a": "{{steps.wait.body.co|de}}"'), 'steps.wait.body.code');
    assert.equal(at('"a": "{{steps.wait.bo|dy.code}}"'), 'steps.wait.body');
    assert.equal(at('"a": "{{ste|ps.wait.body.code}}"'), 'steps');
    assert.equal(at('"a": "{{steps.wa|it.body.code}}"'), 'steps.wait');
    assert.equal(at('"a": "{|{item}}"'), 'item');
    assert.equal(at('"a": "x{{item}} {{ind|ex}}"'), 'index');
  });

  it('the expression under the mouse pointer is the whole expression where a name is quoted, and nothing outside of braces', () => {
    assert.equal(at(String.raw`"a": "{{event.pay|load[\"a b\"]}}"`), 'event.payload["a b"]');
    assert.equal(at('"a|": "{{item}}"'), undefined);
  });
});
