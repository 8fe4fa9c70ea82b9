import { flag, arrayOf, maybe, object, type Shaped, text } from './shape.ts';

const label = {
  /** The expression with its braces. */
  expression: text,
  /** Its source and the names that lead to the value, such as `4 Wait for passcode` and `code`. */
  parts: arrayOf(text),
  /** Display text of the type; undefined if it is unknown. */
  type: maybe(text),
  /** The value in the shown run, or that of an earlier run without its letters and digits. */
  sample: maybe(text),
  /** The reason why the expression has no value here. */
  problem: maybe(text),
};

/** The text that the editor shows in place of an expression, with facts about its value. */
export const valueLabel = object(label);
export type ValueLabel = Shaped<typeof valueLabel>;

/** A value that can be inserted. */
const valueChoice = object({
  ...label,
  /** The heading that it is listed under, such as `4 Wait for passcode`. */
  group: text,
  /** The label below its heading. */
  name: text,
  /** True if values within it are known. */
  hasFields: flag,
  /** True if it can have values whose names are not known. */
  isOpen: flag,
});
export type ValueChoice = Shaped<typeof valueChoice>;

/** The values found by a search, best first. */
export const valueChoices = object({
  choices: arrayOf(valueChoice),
  /** True if more values match than are listed. */
  hasMore: flag,
});
export type ValueChoices = Shaped<typeof valueChoices>;
