import type { Device } from '../contract/records/device.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { describeGesture } from '../flow/record/gestureText.ts';
import { Screen, type ScreenElement } from '../flow/selector/screen.ts';
import { hasSecrets, hideInElements, shownPasscodes } from '../flow/selector/screenSecrets.ts';
import type { LogLine } from '../protocol/devicePanel.ts';
import { HIDDEN } from '../util/hidden.ts';
import { code } from '../util/markdown.ts';
import { escapeLine, fencedBlock, markdownDocument } from '../util/markdownDocument.ts';
import { findPasscodes } from '../util/passcodes/findPasscodes.ts';
import { CodeHider } from '../util/passcodes/hideCodes.ts';
import { hideLinkSecrets } from '../util/passcodes/hideLinks.ts';
import { hideSecretsInText } from '../util/secretText.ts';

/** The number of gestures that a report lists. */
const MAX_GESTURES = 50;
/** The number of elements that a report lists. */
const MAX_LISTED = 1500;
/** The length of a text in a report, in characters. */
const MAX_TEXT = 500;
const MAX_INDENT = 20;

/** The facts of a report. */
export interface BugFacts {
  readonly moment: Date;
  readonly device: Pick<Device, 'id' | 'name' | 'state' | 'type'>;
  readonly connection: string;
  readonly display: number;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  /** The elements of the screen; undefined if the device does not report them. */
  readonly uiState: UiState | undefined;
  /** The version of the app in front; undefined if it is unknown. */
  readonly appVersion: string | undefined;
  /** The gestures, newest first. */
  readonly log: readonly LogLine[];
  /** The address and the name of the last video; undefined if there is none. */
  readonly video: { readonly name: string; readonly address: string } | undefined;
  /** The name of the file of the picture; undefined if it is left out. */
  readonly picture: string | undefined;
  /** The reason why the screen cannot be shown. */
  readonly problem: string | undefined;
}

/** Returns the reason why a picture of a screen is left out of a report; undefined if it shows no secret. */
export function withheldPicture(uiState: UiState | undefined): string | undefined {
  if (!uiState) return 'The device does not report its elements, so it is unknown what the picture shows.';
  const screen = new Screen(uiState);
  if (hasSecrets(screen, new CodeHider(shownPasscodes(screen.elements))))
    return 'The screen shows a passcode or a password.';
  const isTyped = screen.elements.some(
    ({ role, node, text }) => role === 'field' && text !== (node.hint ?? '') && text !== '',
  );
  return isTyped ? 'The screen shows what was typed into a field.' : undefined;
}

/** Writes what is known about a fault of an app as Markdown, without passcodes, secrets, and what was typed. */
export function bugReport(facts: BugFacts): string {
  const { moment, device, connection, display, size, uiState, appVersion, log, video, picture, problem } =
    facts;
  const screen = uiState && new Screen(uiState);
  const names = log.map(({ element = '' }) => element);
  const codes = new CodeHider([
    ...(screen ? shownPasscodes(screen.elements) : []),
    ...names.flatMap(name => findPasscodes([name])),
  ]);
  const typed = typedTexts(log, screen);
  // What is cut off before a secret is found is cut off again with its beginning.
  const hide = (text: string): string =>
    hideSecretsInText(hideLinkSecrets(codes.hide(withoutTyped(text.slice(0, 2 * MAX_TEXT), typed)))).slice(
      0,
      MAX_TEXT,
    );
  const { currentApp, packageName, activityName } = uiState?.phone_state ?? {};
  const app = [currentApp, packageName && `(${packageName})`, appVersion].filter(Boolean).join(' ');
  const list: readonly (readonly [string, string | null | undefined])[] = [
    ['Time', moment.toISOString()],
    ['Device', device.name],
    ['Device ID', device.id],
    ['Type', device.type],
    ['OS version', 'not reported by the service'],
    ['State', device.state],
    ['Connection', connection],
    ['Display', display === 0 ? undefined : String(display)],
    ['Screen', size && `${size.width} × ${size.height}`],
    ['App in front', app === '' ? 'unknown' : app],
    ['Activity', activityName],
    ['Problem', problem],
  ];
  return markdownDocument([
    `# Bug report: ${escapeLine(hide(device.name ?? device.id))}`,
    'Describe here what happened, and what you expected.',
    list.flatMap(([name, value]) => (value ? [`- ${name}: ${escapeLine(hide(value))}`] : [])).join('\n'),
    '## Screen',
    picture === undefined
      ? `There is no picture. ${withheldPicture(uiState) ?? 'None could be taken.'}`
      : `![Screen](${picture})`,
    '## Last gestures',
    log.length === 0
      ? 'There were no gestures in this window.'
      : log
          .slice(0, MAX_GESTURES)
          .toReversed()
          .map((line, index) => `${index + 1}. ${escapeLine(hide(gestureLine(line)))}`)
          .join('\n'),
    ...(video
      ? [
          '## Video',
          `${escapeLine(hide(video.name))}, which can show what was typed. It needs the key of the connection: ${code(video.address)}`,
        ]
      : []),
    '## Elements',
    screen
      ? fencedBlock('', elementLines(screen, codes, hide).join('\n'))
      : 'The device does not report its elements.',
    'Passcodes, passwords, keys, and what was typed are hidden.',
  ]);
}

/** Texts shorter than this are parts of too many other texts to be hidden. */
const SHORTEST_TYPED = 3;

/** Returns the texts that were typed or are in fields, the longest first. */
function typedTexts(log: readonly LogLine[], screen: Screen | undefined): readonly string[] {
  const texts = log.flatMap(({ gesture }) => (gesture.kind === 'text' ? [gesture.text] : []));
  const fields =
    screen?.elements.flatMap(({ role, text, node }) =>
      role === 'field' && text !== node.hint ? [text] : [],
    ) ?? [];
  return [...new Set([...texts, ...fields])]
    .filter(text => text.trim().length >= SHORTEST_TYPED)
    .toSorted((one, other) => other.length - one.length);
}

function withoutTyped(text: string, typed: readonly string[]): string {
  return typed.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

function gestureLine({ at, gesture, element, state, ms, error, display }: LogLine): string {
  const hidden = gesture.kind === 'text' ? { ...gesture, text: '', secret: true } : gesture;
  const parts = [
    new Date(at).toISOString(),
    describeGesture(hidden, element),
    ...(display === 0 ? [] : [`display ${display}`]),
    state === 'done' && ms !== undefined ? `done in ${Math.round(ms)} ms` : state,
    ...(error === undefined ? [] : [error]),
  ];
  return parts.join(', ');
}

/** Returns a line for each element, indented by its depth. */
function elementLines(
  { elements }: Screen,
  codes: CodeHider,
  hide: (text: string) => string,
): readonly string[] {
  const shown = hideInElements(elements, codes);
  const depths = new Map<ScreenElement, number>();
  const lines = elements.slice(0, MAX_LISTED).map(element => {
    const depth = element.parent ? (depths.get(element.parent) ?? 0) + 1 : 0;
    depths.set(element, depth);
    const { text = '', description = '', resourceId = '' } = shown.get(element) ?? {};
    const { left, top, right, bottom } = element.bounds;
    const isTyped = element.role === 'field' && text !== '' && text !== element.node.hint;
    const says = [isTyped ? HIDDEN : text, description === text ? '' : description].filter(Boolean);
    return [
      '  '.repeat(Math.min(depth, MAX_INDENT)) + element.role,
      ...says.map(one => `“${hide(one).replaceAll(/\s+/g, ' ')}”`),
      ...(resourceId === '' ? [] : [hide(resourceId)]),
      `${left}, ${top} – ${right}, ${bottom}`,
      ...(element.isSecret ? ['password'] : []),
      ...(element.node.isEnabled === false ? ['disabled'] : []),
      ...(element.node.isChecked === true ? ['checked'] : []),
    ].join(' ');
  });
  const more = elements.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}
