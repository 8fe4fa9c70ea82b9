import type { TextEdit } from '../flow/document/flowDocument.ts';
import { applyEdits } from '../flow/document/textEdits.ts';
import { applyEdit } from '../flow/edit/applyEdit.ts';
import type { ExpectedElement } from '../flow/selector/elementCheck.ts';
import type { Selector } from '../flow/selector/selector.ts';
import { PLAIN_CASE, type PictureExpectation, readTestFile, type TestCase } from './testFile.ts';

/** An expectation for an element of the screen, or for a picture of it. */
export type NewExpectation = ExpectedElement | PictureExpectation;

/** The picture of an element to compare with, or of the whole screen, and the text that its name is made of. */
export interface UnnamedPicture {
  readonly element?: Selector | undefined;
  readonly title: string;
}

/** An expectation whose picture has no name yet. */
export type UnnamedExpectation = ExpectedElement | UnnamedPicture;

/** The flow file whose test gets an expectation. */
export interface ExpectationFile<Address> {
  readonly file: Address;
  /** The number of the step after which it is expected; undefined to ask, with the last step first. */
  readonly step?: string | undefined;
}

/** An area of the screen in device pixels. */
export type PictureArea = NonNullable<NonNullable<PictureExpectation['masks']>[number]['area']>;

/** The place of an expectation in a test file: a case, and the number of a step or the end of the run. */
export interface ExpectationPlace {
  readonly caseIndex: number;
  /** Such as `2` or `2.1`; undefined for the end of the run. */
  readonly step?: string | undefined;
}

const INDENT = 2;

/** Returns the text of a new test file with an expectation. */
export function newTestFile(expected: NewExpectation, { step }: Pick<ExpectationPlace, 'step'>): string {
  const list = { [listOf(expected)]: [expected] };
  const expect = step === undefined ? list : { steps: [{ step: stepValue(step), ...list }] };
  return `${JSON.stringify({ cases: [{ name: PLAIN_CASE.name, expect }] }, undefined, INDENT)}\n`;
}

/** Returns the edits that add an expectation to the text of a test file. Throws an Error if the file is invalid. */
export function addExpectation(
  text: string,
  expected: NewExpectation,
  { caseIndex, step }: ExpectationPlace,
): readonly TextEdit[] {
  const { expect = {} } = requireCases(text)[caseIndex] ?? {};
  const base = ['cases', caseIndex, 'expect'];
  const list = listOf(expected);
  if (step === undefined) return appendItem(text, [...base, list], expect[list]?.length, expected);
  const index =
    expect.steps?.findIndex(
      one => String(one.step) === step && one.round === undefined && one.deviceId === undefined,
    ) ?? -1;
  const known = expect.steps?.[index];
  return known
    ? appendItem(text, [...base, 'steps', index, list], known[list]?.length, expected)
    : appendItem(text, [...base, 'steps'], expect.steps?.length, {
        step: stepValue(step),
        [list]: [expected],
      });
}

/**
 * Returns the edits that leave an area of the screen, in device pixels, out of a picture. Throws an Error if the file is
 * invalid or has no such picture.
 */
export function addMask(text: string, name: string, area: PictureArea): readonly TextEdit[] {
  const cases = requireCases(text);
  if (area.right <= area.left || area.bottom <= area.top) throw new Error('The area of the mask is empty.');
  for (const [caseIndex, { expect = {} }] of cases.entries()) {
    const base = ['cases', caseIndex, 'expect'];
    const lists = [
      { path: base, pictures: expect.pictures ?? [] },
      ...(expect.steps ?? []).map((step, index) => ({
        path: [...base, 'steps', index],
        pictures: step.pictures ?? [],
      })),
    ];
    for (const { path, pictures } of lists) {
      const index = pictures.findIndex(picture => picture.name === name);
      const masks = [...path, 'pictures', index, 'masks'];
      if (index >= 0) return appendItem(text, masks, pictures[index]?.masks?.length, { area });
    }
  }
  throw new Error(`The tests have no picture “${name}” anymore.`);
}

/** Returns the cases of a file of tests. Throws an Error if it is invalid. */
function requireCases(text: string): readonly TestCase[] {
  const read = readTestFile(text);
  if ('problem' in read) throw new Error(`It is not a file of tests. ${read.problem}`);
  return read.cases;
}

/** Appends an item to a list of `length` items, which may not exist yet. */
function appendItem(
  text: string,
  path: readonly (string | number)[],
  length: number | undefined,
  value: unknown,
): readonly TextEdit[] {
  const location = { in: 'settings', path } as const;
  const outcome = applyEdit(text, { kind: 'insertItem', location, index: length ?? 0, value });
  if (outcome.kind === 'refused') throw new Error(outcome.sentence);
  const read = readTestFile(applyEdits(text, outcome.edits));
  // One picture or mask too many would make all tests of the file invalid.
  if ('problem' in read) throw new Error(`It cannot be added. ${read.problem}`);
  return outcome.edits;
}

/** Returns the name of the list that has such an expectation. */
function listOf(expected: NewExpectation): 'screen' | 'pictures' {
  return 'check' in expected ? 'screen' : 'pictures';
}

function stepValue(step: string): string | number {
  return step.includes('.') ? step : Number(step);
}
