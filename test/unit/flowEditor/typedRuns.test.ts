import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TypedRuns } from '../../../src/flowEditor/typedRuns.ts';

/** A document whose editor undoes and redoes one change at a time, and is told when to continue. */
class Paper {
  readonly runs = new TypedRuns();
  readonly #past: string[] = [];
  readonly #future: string[] = [];
  text = '';

  type(run: number | undefined, text: string): void {
    const before = this.text;
    this.#past.push(before);
    this.#future.length = 0;
    this.text = text;
    if (run !== undefined) this.runs.add(run, before, text);
  }

  undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.text);
    this.text = before;
    if (this.runs.undone(this.text)) this.undo();
  }

  redo(): void {
    const after = this.#future.pop();
    if (after === undefined) return;
    this.#past.push(this.text);
    this.text = after;
    if (this.runs.redone(this.text)) this.redo();
  }
}

describe('continuous typing', () => {
  it('is undone and redone together, each run separately', () => {
    const paper = new Paper();
    for (const text of ['a', 'ab', 'abc']) paper.type(1, text);
    for (const text of ['abc1', 'abc12']) paper.type(2, text);
    paper.undo();
    assert.equal(paper.text, 'abc');
    paper.undo();
    assert.equal(paper.text, '');
    paper.redo();
    assert.equal(paper.text, 'abc');
    paper.redo();
    assert.equal(paper.text, 'abc12');
    paper.undo();
    paper.type(3, 'abcX');
    paper.undo();
    paper.undo();
    assert.equal(paper.text, '');
  });

  it('is split by any other change of the text', () => {
    const paper = new Paper();
    paper.type(1, 'a');
    paper.type(undefined, 'a!');
    paper.type(1, 'ab!');
    paper.undo();
    assert.equal(paper.text, 'a!');
    paper.undo();
    assert.equal(paper.text, 'a');
    paper.undo();
    assert.equal(paper.text, '');
    paper.redo();
    assert.equal(paper.text, 'a');
  });

  it('restores each state between two runs, for any order of typing, undo, and redo', () => {
    const step = fc.record({
      kind: fc.constantFrom('type', 'type', 'type', 'undo', 'redo', 'other'),
      run: fc.nat(2),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const paper = new Paper();
        // The texts at the start or end of a run, which are all that undo and redo may restore.
        const ends = new Set(['']);
        let last: number | undefined;
        for (const [count, { kind, run }] of steps.entries()) {
          const typed = `text ${count}`;
          if (kind === 'type') {
            if (run !== last) ends.add(paper.text);
            paper.type(run, typed);
            last = run;
            continue;
          }
          ends.add(paper.text);
          last = undefined;
          if (kind === 'other') paper.type(undefined, typed);
          else if (kind === 'undo') paper.undo();
          else paper.redo();
          if (kind === 'other') ends.add(paper.text);
          else assert.ok(ends.has(paper.text), JSON.stringify(paper.text));
        }
      }),
    );
  });
});
