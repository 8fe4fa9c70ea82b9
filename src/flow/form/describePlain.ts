import type { FormPart, NumberNode, TextInput, TextNode } from './formNode.ts';
import { describeIsoDuration, describeNumberDuration } from './describeDuration.ts';
import { momentForm } from './moments.ts';
import { fitsPattern, formatWords, hintOf } from './patternHint.ts';
import { bound, firstText, type AppliedSchemas, typesIn } from '../schema/appliedSchemas.ts';
import { withoutUndefined } from '../../util/isObject.ts';

const LONG_TEXT = 200;

const INPUTS: Readonly<Record<string, TextInput>> = {
  date: 'date',
  time: 'time',
  'date-time': 'date-time',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  iri: 'url',
  url: 'url',
  color: 'color',
  textarea: 'area',
  multiline: 'area',
  markdown: 'area',
};

/** Inputs for patterns without a format. */
const MOMENTS: Readonly<Record<string, TextInput>> = {
  'a date': 'date',
  'a time': 'time',
  'a date and time': 'date-time',
};

/** Describes a text and the type of its input. */
export function describeText(parts: AppliedSchemas, part: FormPart): TextNode {
  const format = firstText(parts, 'format');
  const pattern = firstText(parts, 'pattern');
  const mediaType = firstText(parts, 'contentMediaType');
  const hint = hintOf(parts.map(({ schema }) => schema));
  const minLength = bound(parts, 'minLength', 'max');
  const maxLength = bound(parts, 'maxLength', 'min');
  const shown = [part.value?.value, part.default?.value, part.start, ...part.examples];
  const isLong =
    (maxLength ?? 0) > LONG_TEXT ||
    shown.some(shownValue => typeof shownValue === 'string' && shownValue.includes('\n'));
  const known = (format === undefined ? undefined : INPUTS[format]) ?? MOMENTS[hint?.words ?? ''];
  const byFormat = part.secret ? 'password' : known;
  // What the author says is clearer than words for a pattern.
  const isExplained =
    part.examples.length > 0 || ['title', 'description'].some(name => firstText(parts, name));
  const ofFormat = format === undefined ? undefined : formatWords(format);
  const words = ofFormat ?? (isExplained ? undefined : hint?.words);
  const duration = describeIsoDuration(parts, hint, part);
  const kind = known === 'time' || known === 'date-time' ? known : undefined;
  const moment =
    pattern === undefined ? undefined : kind && momentForm(kind, text => fitsPattern(pattern, text));
  const byMedia = mediaType === undefined ? undefined : mediaType === 'text/plain' ? 'area' : 'code';
  return {
    ...part,
    kind: 'text',
    input: byFormat ?? byMedia ?? (isLong ? 'area' : 'line'),
    ...withoutUndefined({
      format,
      mediaType,
      minLength,
      maxLength,
      pattern,
      duration,
      moment,
      hint: words,
    }),
  };
}

/** Describes a number and its bounds. */
export function describeNumber(parts: AppliedSchemas, part: FormPart): NumberNode {
  const integer = typesIn(parts)?.includes('number') === false;
  // In draft 4, a flag excludes the bound itself.
  const exclusive = (flag: string): AppliedSchemas => parts.filter(({ schema }) => schema[flag] === true);
  const inclusive = (flag: string): AppliedSchemas => parts.filter(({ schema }) => schema[flag] !== true);
  const bounds = {
    minimum: bound(inclusive('exclusiveMinimum'), 'minimum', 'max'),
    maximum: bound(inclusive('exclusiveMaximum'), 'maximum', 'min'),
    exclusiveMinimum:
      bound(parts, 'exclusiveMinimum', 'max') ?? bound(exclusive('exclusiveMinimum'), 'minimum', 'max'),
    exclusiveMaximum:
      bound(parts, 'exclusiveMaximum', 'min') ?? bound(exclusive('exclusiveMaximum'), 'maximum', 'min'),
    step: bound(parts, 'multipleOf', 'max'),
  };
  const most = bounds.maximum ?? bounds.exclusiveMaximum;
  const duration = describeNumberDuration(parts, part, most);
  return { ...part, kind: 'number', integer, ...withoutUndefined(bounds), ...duration };
}
