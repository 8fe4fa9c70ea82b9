import assert from 'node:assert/strict';
import { outputJson, outputLine, outputLines } from '../../../src/util/outputLine.ts';

it('text on standard output does not change our own sentences', () => {
  const own = 'a.flow.json:1: The run ended with “failed”, not [success] (#1, ##2): a::b.';
  assert.equal(outputLine(own), own);
  assert.equal(outputLines(`${own}\n  ${own}`), `${own}\n  ${own}`);
});

it('text on standard output contains no commands to the system that runs a pipeline', () => {
  assert.equal(outputLine('x\n::stop-commands::t'), 'x ::stop-commands::t');
  assert.equal(outputLine('::stop-commands::t'), ': :stop-commands::t');
  assert.equal(outputLine('\u200B\t::debug::t'), ' : :debug::t');
  assert.equal(outputLines('x\r\n  ::stop-commands::t\u2028::a::'), 'x\n  : :stop-commands::t\n: :a::');
  assert.equal(outputLine('x ##[add-mask]a'), 'x ## [add-mask]a');
  assert.equal(outputLine('#\u200B#[add-mask]a ###vso[a]'), '## [add-mask]a ### vso[a]');
});

it('text on standard output contains no commands as JSON, which keeps its meaning', () => {
  const value = {
    '##[add-mask]a': ['###vso[a]', '\\##[a]\u001B]52;c;b\u0007', '\u009B2J\u202E\u{E0041}\uFFFD#'],
  };
  for (const json of [outputJson(value), outputJson(value, 0)]) {
    assert.deepEqual(JSON.parse(json), value);
    assert.doesNotMatch(json, /##\w*\[|[^\P{Cc}\n]|\u202E|\u{E0041}/u);
  }
  assert.equal(outputJson({ a: ['##[a]'] }), '{\n  "a": [\n    "#\\u0023[a]"\n  ]\n}');
});

it('text on standard output contains no control characters', () => {
  assert.equal(outputLine('a\u001B]52;c;b\u0007\u202E'), 'a ]52;c;b ');
  assert.equal(outputLines('a\n\u009B2J'), 'a\n 2J');
});
