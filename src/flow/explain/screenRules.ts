import type { TraceElement, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import { isObject } from '../../util/isObject.ts';
import { roleOf } from '../selector/selector.ts';
import { similarTo } from '../check/similar.ts';
import {
  capital,
  type Case,
  explanation,
  type Explanation,
  stepReference,
  quoted,
  quotedList,
  type Rule,
  screenWith,
  timeoutOf,
  visibleOn,
} from './explanation.ts';
import {
  describeMissing,
  findWanted,
  fixFor,
  hasWantedRole,
  isWanted,
  wantedBy,
  type Wanted,
} from './wanted.ts';

const MAX_TEXTS = 8;
const ATTRIBUTES = { text: 'text', description: 'description', resourceId: 'resource ID' } as const;
const PASSCODE_REJECTED =
  /\b(?:not the (?:pass)?code|(?:wrong|incorrect|invalid|expired) (?:pass)?code|(?:pass)?code (?:is|was) (?:wrong|incorrect|invalid|expired|not))/i;
const INPUT_REJECTED =
  /^(?:enter|accept|choose|select|provide|fill in)\b.+[.!]$|\b(?:is required|must (?:be|have|contain)|needs \d+|already (?:taken|exists)|wrong password|incorrect password|invalid)\b/i;

/** The rules for steps that look for an element or a text, the most specific cause first. */
export const screenRules: readonly Rule[] = [
  explainStillThere,
  explainFoundText,
  explainPoint,
  explainFocus,
  forMissing(explainCovered),
  forMissing(explainHidden),
  forMissing(explainLate),
  forMissing(explainRejection),
  forMissing(explainOtherApp),
  forMissing(explainDisabled),
  forMissing(explainOtherRole),
  forMissing(explainOtherAttribute),
  forMissing(explainSimilar),
  forMissing(explainDisappeared),
  forMissing(explainMissing),
];

type MissingRule = (given: Case, wanted: Wanted, screen: TraceScreen) => Explanation | undefined;

// Applies a rule if the step looks for something that cannot be seen.
function forMissing(rule: MissingRule): Rule {
  return given => {
    const { step, screen } = given;
    const wanted = wantedBy(step);
    if (!wanted || !screen || step.code !== 'logic' || isToBeGone(step)) return undefined;
    if (shows(screen, wanted)) return undefined;
    return rule(given, wanted, screen);
  };
}

function isToBeGone({ params }: TraceStep): boolean {
  return params?.['until'] === 'gone' || params?.['state'] === 'gone';
}

function explainStillThere({ step, screen }: Case): Explanation | undefined {
  const wanted = wantedBy(step);
  if (!wanted || !isToBeGone(step) || step.code !== 'logic') return undefined;
  if (!shows(screen, wanted)) return undefined;
  return explanation(
    'stillThere',
    `${quoted(wanted.value)} was still on the screen after ${timeoutOf(step, step.method === 'device.checkElement' ? 5 : 30)} seconds.`,
    { actions: ['Wait longer, or check the step that should have closed it.'] },
  );
}

function explainFoundText({ step }: Case): Explanation | undefined {
  const pattern = step.params?.['pattern'];
  if (step.method !== 'device.readElement' || typeof pattern !== 'string' || !step.target) return undefined;
  return explanation(
    'pattern',
    `The text ${quoted(step.target.text ?? '')} does not match the pattern ${quoted(pattern)}.`,
    { actions: ['Change the pattern so that it matches this text.'] },
  );
}

function explainPoint({ step, screen }: Case): Explanation | undefined {
  const { width, height } = screen ?? {};
  const target = step.params?.['target'] ?? step.params?.['gesture'] ?? step.params ?? {};
  if (width == null || height == null || step.code !== 'client_error' || !isObject(target)) return undefined;
  const { x, y, startX, startY, endX, endY } = target;
  const outside = [
    [x, y],
    [startX, startY],
    [endX, endY],
  ].find(([left, top]) => Number(left) >= width || Number(top) >= height);
  if (!outside) return undefined;
  const sentence = `The point ${outside.join(', ')} is outside the screen, which is ${width} × ${height} pixels.`;
  return explanation('outsideScreen', sentence, {
    actions: ['Use an element instead of a point, so that the step works on every screen size.'],
  });
}

function explainFocus({ step, screen, before }: Case): Explanation | undefined {
  if (!['device.typeText', 'device.clearText'].includes(step.method) || step.code !== 'logic')
    return undefined;
  if (!screen || visibleOn(screen).some(({ focused }) => focused === true)) return undefined;
  const tap = before.findLast(({ method }) => method === 'device.tap');
  const fields = visibleOn(screen)
    .filter(({ className }) => className?.endsWith('EditText') === true)
    .map(nameOf);
  return explanation('noFocus', 'No text field has the focus, so there is nothing to type into.', {
    facts: [
      ...(tap?.target?.text
        ? [`${capital(stepReference(tap))} tapped ${quoted(tap.target.text)}, which is not a field.`]
        : []),
      ...(fields.length > 0 ? [`Fields on the screen: ${quotedList(fields)}.`] : []),
    ],
    actions: ['Add a step before it that taps the field.'],
  });
}

function explainCovered(_given: Case, wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  if (screen.dialog == null) return undefined;
  const nearest = similarTexts(wanted, screen)[0];
  const closest = nearest === undefined ? '' : ` The closest text is ${quoted(nearest)}.`;
  return explanation(
    'dialog',
    `${describeMissing(wanted)} A dialog ${quoted(screen.dialog)} covers the screen.${closest}`,
    { actions: ['Add a step before it that closes the dialog, and let the flow continue if there is none.'] },
  );
}

function explainHidden({ step }: Case, wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  const hidden = findWanted(screen, wanted)?.hidden;
  if (hidden === 'keyboard')
    return explanation('keyboard', `${quoted(wanted.value)} is behind the keyboard.`, {
      actions: ['Add a step before it that presses Back, which closes the keyboard.'],
    });
  if (hidden !== 'above' && hidden !== 'below') return undefined;
  const direction = hidden === 'below' ? 'down' : 'up';
  return explanation(
    'offScreen',
    `${quoted(wanted.value)} is further ${direction} the screen, where it cannot be seen.`,
    { actions: [`Add a swipe before ${stepReference(step)} that scrolls ${direction}.`] },
  );
}

function explainLate({ step, after, evidence }: Case, wanted: Wanted): Explanation | undefined {
  const ids = after
    .flatMap(later => [later.screenBefore, later.screenAfter])
    .filter(id => id !== step.screenAfter);
  const later = ids.map(id => screenWith(evidence, id)).find(screen => shows(screen, wanted));
  if (!later) return undefined;
  return explanation(
    'late',
    `${quoted(wanted.value)} appeared only after ${stepReference(step)} looked for it.`,
    {
      facts:
        later.takenAt == null
          ? []
          : [`It is on the screen of ${appOn(later, 'the device')} at ${later.takenAt}.`],
      actions: ['Add a “Wait for element” step before it, or allow more time.'],
    },
  );
}

function explainRejection(given: Case, _wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  const old = shownBefore(given, screen);
  const texts = textsOn(screen).filter(text => !old.has(text));
  const passcode = texts.find(text => PASSCODE_REJECTED.test(text));
  const app = appOn(screen, 'The app');
  if (passcode !== undefined)
    return explanation('rejectedPasscode', `${app} rejected the passcode: ${quoted(passcode)}`, {
      actions: ['Wait for the passcode that was sent last, and type its code.'],
    });
  const input = texts.find(text => INPUT_REJECTED.test(text));
  if (input === undefined) return undefined;
  return explanation('rejectedInput', `${app} did not accept what was entered: ${quoted(input)}`, {
    actions: ['Check the steps that fill in the form.'],
  });
}

/**
 * Returns the texts that a message to this run cannot be: those of the first screen, unless a step has typed into the app
 * since.
 */
function shownBefore({ before, step, evidence }: Case, screen: TraceScreen): ReadonlySet<string> {
  const hasTyped = before.some(
    ({ method, screenAfter }) =>
      method === 'device.typeText' && screenWith(evidence, screenAfter)?.packageName === screen.packageName,
  );
  if (hasTyped) return new Set();
  const first = [...before, step].map(one => screenWith(evidence, one.screenBefore)).find(Boolean);
  return new Set(first && textsOn(first));
}

function explainOtherApp(
  { before, evidence }: Case,
  wanted: Wanted,
  screen: TraceScreen,
): Explanation | undefined {
  const front = appOn(screen, 'another app');
  const owner = wanted.by === 'resourceId' ? /^([\w.]+):id\//.exec(wanted.value)?.[1] : undefined;
  const seen = before
    .toReversed()
    .flatMap(step => [step.screenAfter, step.screenBefore])
    .map(id => screenWith(evidence, id))
    .find(earlier => shows(earlier, wanted));
  const isElsewhere = seen?.packageName != null && seen.packageName !== screen.packageName;
  if (!isElsewhere && (owner === undefined || owner === screen.packageName)) return undefined;
  const app = isElsewhere ? (seen.app ?? owner) : owner;
  const name = app === undefined ? 'another app' : quoted(app);
  return explanation('otherApp', `${quoted(wanted.value)} is in ${name}, but ${front} is in front.`, {
    actions: [`Add a step before it that opens ${app === undefined ? 'the app' : name}.`],
  });
}

function explainDisabled({ before, evidence }: Case): Explanation | undefined {
  const tap = before.at(-1);
  if (tap?.method !== 'device.tap' || tap.status !== 'success' || tap.screenBefore !== tap.screenAfter)
    return undefined;
  const point = tap.gestures?.find(({ kind }) => kind === 'tap')?.path[0];
  const element = visibleOn(screenWith(evidence, tap.screenBefore)).findLast(
    ({ bounds, enabled }) =>
      enabled === false &&
      point !== undefined &&
      point.x >= bounds.left &&
      point.x < bounds.right &&
      point.y >= bounds.top &&
      point.y < bounds.bottom,
  );
  if (!element) return undefined;
  return explanation(
    'disabled',
    `${capital(stepReference(tap))} tapped ${quoted(nameOf(element))}, which is disabled, so nothing happened.`,
    { actions: ['Check what must be done before it can be used.'] },
  );
}

function explainOtherRole({ step }: Case, wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  const { role, ...others } = wanted;
  const found = role && visibleOn(screen).find(element => isWanted(element, others));
  if (!found) return undefined;
  const { by, value } = wanted;
  return explanation(
    'otherAttribute',
    `${describeMissing(wanted)} One of the role ${roleOf(found.className, false, false)} does.`,
    {
      actions: ['Look for it without a role, or with this one.'],
      fix: fixFor(step, others, by, wanted.isExact ? value : (found.text ?? value)),
    },
  );
}

function explainOtherAttribute({ step }: Case, wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  const { by, value } = wanted;
  for (const other of ['text', 'description', 'resourceId'] as const) {
    if (other === by || (other === 'resourceId' && by === 'description')) continue;
    const found = visibleOn(screen).find(
      element =>
        element[other] === value ||
        (other === 'resourceId' && element.resourceId?.endsWith(`/${value}`) === true),
    );
    if (!found) continue;
    return explanation(
      'otherAttribute',
      `No element has the ${ATTRIBUTES[by]} ${quoted(value)}, but one has it as its ${ATTRIBUTES[other]}.`,
      {
        actions: [`Look for it by ${ATTRIBUTES[other]}.`],
        fix:
          wanted.param === 'contains'
            ? undefined
            : fixFor(step, { ...wanted, role: undefined }, other, found[other] ?? value),
      },
    );
  }
  return undefined;
}

function explainSimilar({ step }: Case, wanted: Wanted, screen: TraceScreen): Explanation | undefined {
  const [nearest] = similarTexts(wanted, screen);
  if (nearest === undefined) return undefined;
  const isPart = wanted.by === 'text' && nearest.toLowerCase().includes(wanted.value.toLowerCase());
  return explanation(
    'similarText',
    `${describeMissing(wanted)} The closest ${ATTRIBUTES[wanted.by]} is ${quoted(nearest)}.`,
    {
      facts: describeTexts(screen),
      actions: [`Use ${quoted(nearest)}.`, ...(isPart ? ['Or accept a part of the text.'] : [])],
      fix: fixFor(step, wanted, wanted.by, nearest),
    },
  );
}

function explainDisappeared({ before, evidence, step }: Case, wanted: Wanted): Explanation | undefined {
  const last = before.findLast(earlier => shows(screenWith(evidence, earlier.screenBefore), wanted));
  if (!last) return undefined;
  return explanation(
    'disappeared',
    `${quoted(wanted.value)} was on the screen until ${stepReference(last)}, but no longer at ${stepReference(step)}.`,
    { actions: [`Check what ${stepReference(last)} did.`] },
  );
}

function explainMissing(_given: Case, wanted: Wanted, screen: TraceScreen): Explanation {
  const app = screen.app == null ? '' : ` ${quoted(screen.app)} is in front.`;
  return explanation('missing', `${describeMissing(wanted)}${app}`, {
    facts: describeTexts(screen),
    actions: ['Compare the screen with the step, and look for a text that is there.'],
  });
}

/** True if the wanted element can be seen on a screen. */
function shows(screen: TraceScreen | undefined, wanted: Wanted): boolean {
  return visibleOn(screen).some(element => isWanted(element, wanted));
}

function similarTexts(wanted: Wanted, screen: TraceScreen): readonly string[] {
  const elements = visibleOn(screen).filter(element => hasWantedRole(element, wanted));
  const candidates = [...new Set(elements.flatMap(element => element[wanted.by] ?? []))];
  const value = wanted.value.toLowerCase();
  const partial = candidates.filter(candidate => {
    const text = candidate.toLowerCase();
    return value.length > 2 && (text.includes(value) || (text.length > 3 && value.includes(text)));
  });
  const difference = (candidate: string): number => Math.abs(candidate.length - value.length);
  return [
    ...partial.toSorted((one, other) => difference(one) - difference(other)),
    ...similarTo(wanted.value, candidates),
  ];
}

function describeTexts(screen: TraceScreen): readonly string[] {
  const texts = textsOn(screen).slice(0, MAX_TEXTS);
  return texts.length === 0 ? [] : [`Texts on the screen: ${quotedList(texts)}.`];
}

function textsOn(screen: TraceScreen): readonly string[] {
  return visibleOn(screen).flatMap(({ text }) => (text ? [text] : []));
}

function appOn({ app }: TraceScreen, unknown: string): string {
  return app == null ? unknown : quoted(app);
}

function nameOf({ text, description, resourceId }: TraceElement): string {
  return [description, text, resourceId].find(Boolean) ?? 'an element';
}
