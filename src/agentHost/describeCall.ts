import { SelectorInput } from '../agent/tools/screenSchemas.ts';
import { toolNamed } from '../agent/toolTable.ts';
import { describeSelector } from '../flow/selector/selector.ts';
import { type Connection, SANDBOX } from '../stores/connection.ts';
import { isObject } from '../util/isObject.ts';
import { plainText } from '../util/plainText.ts';

const MAX_LENGTH = 200;
const MAX_ELEMENT_LENGTH = 300;

/** A tool call from the chat in plain text, with a question if the user must confirm it first. */
export interface CallDescription {
  readonly message: string;
  readonly question?: { readonly title: string; readonly message: string };
}

/**
 * Describes a tool call from the chat. The question covers only gestures on devices of a service and on real phones, as
 * `isPhone` says; the tool runner asks about all other effects. `nameOfDevice` returns undefined for a device that the
 * window does not list.
 */
export function describeCall(
  toolName: string,
  input: unknown,
  connections: readonly Pick<Connection, 'name' | 'kind'>[],
  nameOfDevice: (id: string, connection: string) => string | undefined,
  isPhone = false,
): CallDescription {
  const tool = toolNamed(toolName);
  const given = isObject(input) ? input : {};
  const textOf = (member: string): string =>
    typeof given[member] === 'string' ? plainText(given[member], MAX_LENGTH) : '';
  const target = textOf('connection') || 'the sandbox';
  const title = tool?.title ?? plainText(toolName, MAX_LENGTH);
  const id = textOf('deviceId');
  const name = plainText(nameOfDevice(id, textOf('connection') || SANDBOX.name) ?? '', MAX_LENGTH);
  const message = [title, target, textOf('path'), name || id].filter(Boolean).join(' · ');
  const isService = connections.some(one => one.name === given['connection'] && one.kind === 'service');
  const isAsked = isPhone || (isService && tool?.runsOn !== 'sandbox');
  if (!tool?.effects.includes('act') || !isAsked) return { message };
  const [which, noun] = isPhone ? ['a real phone', 'phone'] : [`a device of “${target}”`, 'device'];
  return {
    message,
    question: {
      title: `Act on ${which}?`,
      message: `An agent asks to ${effectOf(textOf('do'), given)} on the ${noun} ${name ? `“${name}” (${id})` : id}.`,
    },
  };
}

/** Returns what a gesture does, without the text that it types, which may be a password. */
function effectOf(
  gesture: string,
  { element, point, to, button }: Readonly<Record<string, unknown>>,
): string {
  const place = element === undefined ? pointText(point) : elementText(element);
  switch (gesture) {
    case 'tap':
      return `tap ${place}`;
    case 'swipe':
      return `swipe from ${place} to ${pointText(to)}`;
    case 'type':
      return place ? `type text into ${place}` : 'type text';
    case 'typePasscode':
      return place ? `type a passcode into ${place}` : 'type a passcode';
    case 'clear':
      return place ? `tap ${place} and clear the field there` : 'clear the focused field';
    case 'press':
      return `press the button “${typeof button === 'string' ? plainText(button, 40) : ''}”`;
    default:
      return `do “${gesture}”`;
  }
}

function elementText(element: unknown): string {
  const { data: selector } = SelectorInput.safeParse(element);
  return selector ? plainText(describeSelector(selector), MAX_ELEMENT_LENGTH) : 'an element';
}

function pointText(point: unknown): string {
  const { x, y } = isObject(point) ? point : {};
  return typeof x === 'number' && typeof y === 'number' ? `(${x}, ${y})` : '';
}
