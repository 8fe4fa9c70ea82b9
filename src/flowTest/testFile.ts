import { lostNumberIn, lostNumberText, parseExact } from '../util/exactJson.ts';
import * as z from 'zod';
import { EXECUTION_STATUSES } from '../contract/enumerations.ts';
import { parseJson } from '../flow/document/jsonTree.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';
import { ROLES } from '../flow/selector/selector.ts';
import { isPictureName, PICTURE_NAME_RULE } from './pictureNames.ts';

const Uuid = z.guid();
const MAX_VALUE_LENGTH = 10_000;
const MAX_SECONDS = 3600;
const MAX_PIXELS = 100_000;
const MAX_MASKS = 100;
/** The maximum number of pictures of a step or of the end of a run. */
const MAX_PICTURES = 50;

const criteria = {
  resourceId: z
    .string()
    .min(1)
    .exactOptional()
    .describe('The resource ID on Android, the accessibility identifier on iOS.'),
  description: z.string().min(1).exactOptional().describe('The text for screen readers.'),
  text: z.string().min(1).exactOptional(),
  role: z.enum(ROLES).exactOptional().describe('The kind of element.'),
};
const NAMES_SOMETHING = { anyOf: Object.keys(criteria).map(name => ({ required: [name] })) };

function hasCriterion(value: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(criteria).some(name => Object.hasOwn(value, name));
}

const NAMELESS = { error: 'Name the element by resourceId, description, text, or role.' };
const Criteria = z.strictObject(criteria).refine(hasCriterion, NAMELESS).meta(NAMES_SOMETHING);

/** The element of an expectation, in the form of a selector. */
const ElementSelector = z
  .strictObject({
    ...criteria,
    within: Criteria.exactOptional().describe('Only elements inside this one.'),
    near: Criteria.exactOptional().describe('Only the element closest to this label.'),
    index: z.int().min(0).exactOptional().describe('The index among the matches in reading order, from 0.'),
  })
  .refine(hasCriterion, NAMELESS)
  .meta(NAMES_SOMETHING);

/** The expectation for an element of a screen. */
const ScreenExpectation = z.discriminatedUnion('check', [
  z.strictObject({
    element: ElementSelector,
    check: z.enum(['exists', 'checked', 'notChecked', 'gone']).describe('What is expected of the element.'),
  }),
  z.strictObject({
    element: ElementSelector,
    check: z.literal('textIs'),
    value: z.string().max(MAX_VALUE_LENGTH).describe('The whole text of the element.'),
  }),
  z.strictObject({
    element: ElementSelector,
    check: z.literal('textContains'),
    value: z
      .string()
      .min(1)
      .max(MAX_VALUE_LENGTH)
      .describe('A part of the text of the element, in any letter case.'),
  }),
]);
const Screen = z.array(ScreenExpectation);

const Pixels = z.int().min(0).max(MAX_PIXELS);

/** A part of the screen that a picture leaves out. */
const PictureMask = z
  .strictObject({
    element: ElementSelector.exactOptional().describe('Each element that the selector finds.'),
    area: z
      .strictObject({ left: Pixels, top: Pixels, right: Pixels, bottom: Pixels })
      .exactOptional()
      .describe('A rectangle of the screen in device pixels.'),
  })
  .refine(({ element, area }) => (element === undefined) !== (area === undefined), {
    error: 'Name either an element or an area.',
  })
  .meta({ oneOf: [{ required: ['element'] }, { required: ['area'] }] });

/** The expectation that a screen, or an element of it, looks like its accepted picture. */
const PictureExpectation = z.strictObject({
  name: z
    .string()
    .refine(isPictureName, { error: PICTURE_NAME_RULE })
    .meta({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' })
    .describe('The name of the picture, which begins the names of its files.'),
  element: ElementSelector.exactOptional().describe('The element to compare: the whole screen unless given.'),
  masks: z
    .array(PictureMask)
    .max(MAX_MASKS)
    .exactOptional()
    .describe('What is left out besides the status bar, the keyboard, and the cursor.'),
  tolerance: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe('The share of pixels that may be different, such as 0.01 for one percent: 0 unless given.'),
});
const Pictures = z.array(PictureExpectation).max(MAX_PICTURES);

/** The expectation for a step; it applies to every matching run of the step, over rounds and devices. */
const StepExpectation = z.strictObject({
  step: z
    .union([z.int().min(1), z.string().regex(/^[1-9]\d*(\.[1-9]\d*)?$/)])
    .describe('Number of the step from 1, in the order that they run; "2.1" is the first child of step 2.'),
  round: z.int().min(1).optional().describe('Only this round of a repeated step, from 1.'),
  deviceId: Uuid.optional().describe('Only the run on this device.'),
  status: z.string().optional().describe('Such as success, failed, skipped or stopped.'),
  error: z.string().optional().describe('A part of what the step says of its failure.'),
  output: z
    .unknown()
    .optional()
    .describe('What the output has to hold: fields that are not named may be anything.'),
  screen: Screen.optional().describe('What the screen has to show after the step.'),
  pictures: Pictures.optional().describe(
    'The accepted pictures that the screen has to look like after the step.',
  ),
  runs: z.int().min(0).optional().describe('How often it ran, over all rounds and devices.'),
});

/** The expectation for a run; the default status is success. */
const RunExpectation = z.strictObject({
  status: z.enum(EXECUTION_STATUSES).optional().describe('How the run has to end: success unless given.'),
  error: z.string().optional().describe('A part of what the run says of its failure.'),
  steps: z.array(StepExpectation).optional(),
  screen: Screen.optional().describe('What the screen has to show at the end of the run.'),
  pictures: Pictures.optional().describe(
    'The accepted pictures that the screen has to look like at the end of the run.',
  ),
});

/** An email that is delivered when the run begins. */
const TestMessage = z.strictObject({
  mailboxId: Uuid,
  fromAddress: z.string().min(1).max(320).optional(),
  subject: z.string().max(998).optional(),
  text: z.string().optional(),
  passcode: z.boolean().optional().describe('Whether a passcode is put in place of {code}, or in front.'),
});

const TestCase = z.strictObject({
  name: z.string().min(1).describe('Told in reports; each case has a name of its own.'),
  payload: z.record(z.string(), z.unknown()).optional().describe('What {{event.payload}} names.'),
  deviceIds: z.array(Uuid).optional().describe('Devices of the sandbox in place of those of the flow.'),
  messages: z.array(TestMessage).optional().describe('Mail that is delivered when the run begins.'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(MAX_SECONDS)
    .optional()
    .describe('How long the run may take, by the clock on the wall: 60 unless given.'),
  expect: RunExpectation.optional(),
});

function hasUniquePictures(cases: readonly TestCase[]): boolean {
  const names = cases.flatMap(({ expect }) => picturesIn(expect).map(({ name }) => name));
  return new Set(names).size === names.length;
}

/** The schema of a `*.flow.test.json` file: cases that each run the flow file beside it in a freshly reset sandbox. */
export const FlowTestFile = z.strictObject({
  $schema: z.string().optional(),
  cases: z
    .array(TestCase)
    .min(1)
    .refine(cases => new Set(cases.map(({ name }) => name)).size === cases.length, {
      error: 'Two cases have the same name.',
    })
    .refine(hasUniquePictures, { error: 'Two pictures have the same name.' }),
});

/** A run of a flow and the expectation for it. */
export type TestCase = z.output<typeof TestCase>;
export type RunExpectation = z.output<typeof RunExpectation>;
export type StepExpectation = z.output<typeof StepExpectation>;
export type PictureExpectation = z.output<typeof PictureExpectation>;

/** Returns the pictures that a run is compared with. */
export function picturesIn({
  steps = [],
  pictures = [],
}: RunExpectation = {}): readonly PictureExpectation[] {
  return [...steps.flatMap(step => step.pictures ?? []), ...pictures];
}

/** The case of a flow without a test file: a run without a payload must succeed. */
export const PLAIN_CASE: TestCase = { name: 'the run succeeds' };

/** The cases of a test file, or a sentence that describes its first problem. */
export type ReadTests = { readonly cases: readonly TestCase[] } | { readonly problem: string };

export function readTestFile(text: string): ReadTests {
  let value: unknown;
  try {
    value = parseExact(text.replace(/^\ufeff/, ''));
  } catch {
    // The error of the engine cites the text, which can contain secrets.
    const [line, column] = lineColumns(text)(parseJson(text).problems[0]?.start ?? 0);
    return { problem: `It is not JSON: see line ${line + 1}, column ${column + 1}.` };
  }
  const lost = lostNumberIn(value);
  if (lost) return { problem: lostNumberText(lost) };
  const { success, data, error } = FlowTestFile.safeParse(value);
  if (success) return { cases: data.cases };
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return { problem: `${path === '' ? '' : `${path}: `}${issue?.message ?? 'It has another form.'}` };
}
