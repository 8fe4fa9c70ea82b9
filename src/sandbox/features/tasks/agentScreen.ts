import type { UiNode, UiState } from '../../../contract/records/uiState.ts';
import { reactsToTap, type Screen, type ScreenElement } from '../../../flow/selector/screen.ts';
import { matchElements } from '../../../flow/selector/matchElements.ts';
import { uiStateOf } from '../../phone/uiState.ts';
import type { ScreenContext } from '../../phone/screenContext.ts';
import type { PhoneState } from '../../phone/state.ts';

/** Returns the UI state that a task records: each element has a number in `index`, from 1 in reading order. */
export function readNumberedState(
  state: PhoneState,
  context: ScreenContext,
  displayId: number,
): UiState | undefined {
  const uiState = uiStateOf(state, context, { displayId });
  let last = 0;
  const number = (node: UiNode): UiNode => {
    const index = ++last;
    return { ...node, index, ...(node.children ? { children: node.children.map(number) } : {}) };
  };
  return uiState?.a11y_tree ? { ...uiState, a11y_tree: number(uiState.a11y_tree) } : uiState;
}

/** An element with its number and the center of its visible part. */
export interface SeenElement {
  readonly index: number;
  readonly name: string;
  readonly isFocused: boolean;
  readonly center: { readonly x: number; readonly y: number };
}

/** Returns the element that an instruction names by its text or description, preferably one that reacts to a tap. */
export function findByName(screen: Screen, name: string): SeenElement | undefined {
  const wanted = name.trim().toLowerCase();
  const texts = ({ text, description }: ScreenElement): string[] =>
    [text, description].map(value => value.toLowerCase());
  const same = screen.elements.filter(element => texts(element).includes(wanted));
  const similar = screen.elements.filter(element => texts(element).some(value => value.includes(wanted)));
  const reacts = ({ node }: ScreenElement): boolean => reactsToTap(node);
  const [found] = [same.find(reacts), same[0], similar.find(reacts), similar[0]].filter(Boolean);
  return found && seen(found);
}

/** Returns the field with a label, description, or hint; without a name, the one with the focus or the first one. */
export function findField(screen: Screen, name: string | undefined): SeenElement | undefined {
  const fields = screen.elements.filter(({ role }) => role === 'field');
  const wanted = name?.trim().toLowerCase();
  const described = fields.find(({ description, node }) =>
    [description, node.hint ?? ''].some(value => value.toLowerCase() === wanted),
  );
  const [beside] = name === undefined ? [] : matchElements(screen, { role: 'field', near: { text: name } });
  const focused = fields.find(({ node }) => node.isFocused === true);
  const found = name === undefined ? (focused ?? fields[0]) : (described ?? beside);
  return found && seen(found);
}

/** Returns the newest message in a list of messages. */
export function findNewestMessage(screen: Screen): SeenElement | undefined {
  const found = screen.elements.find(({ resourceId }) => resourceId.includes(':id/message_'));
  return found && seen(found);
}

/** Returns true if a list on the screen scrolls. */
export function scrolls(screen: Screen): boolean {
  return screen.elements.some(({ node }) => node.isScrollable === true);
}

function seen({ node, center, text, description }: ScreenElement): SeenElement {
  return {
    index: Number(Reflect.get(node, 'index')),
    name: text || description,
    isFocused: node.isFocused === true,
    center,
  };
}
