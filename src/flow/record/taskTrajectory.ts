import type { UiNode, UiState } from '../../contract/records/uiState.ts';
import { BUDGETS } from '../../util/budgets.ts';
import { isObject, type JsonObject, memberOf } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { Screen, type ScreenElement } from '../selector/screen.ts';

/** A call of a tool in the trajectory of a task (wire facts 10). */
export interface TrajectoryCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly isSuccessful: boolean;
  /** The number of the UI state that was recorded last before the call; undefined if there is none. */
  readonly before: number | undefined;
  /** The number of the UI state that was recorded first after the call. */
  readonly after: number | undefined;
}

/** The calls of a trajectory in order, and the address of each UI state by its number. */
export interface ReadTrajectory {
  readonly calls: readonly TrajectoryCall[];
  readonly states: ReadonlyMap<number, string>;
  /** True if the trajectory has more events or calls than are read. */
  readonly isCut: boolean;
}

/** An element that a call names by its number, and whether the number was counted because the UI state has none. */
export interface NumberedElement {
  readonly element: ScreenElement;
  readonly isCounted: boolean;
}

const { events: MAX_EVENTS, calls: MAX_CALLS } = BUDGETS.trajectory.parts;
/** The maximum length of the name of a tool that is kept. */
const MAX_TOOL_NAME = 100;

/** Reads the calls of a trajectory. What is not as described is left out. */
export function readTrajectory(trajectory: readonly unknown[]): ReadTrajectory {
  const calls: TrajectoryCall[] = [];
  const states = new Map<number, string>();
  let last: number | undefined;
  let waiting = 0;
  for (const item of trajectory.slice(0, MAX_EVENTS)) {
    const data = memberOf(item, 'data');
    const event = memberOf(item, 'event');
    if (!isObject(data)) continue;
    if (event === 'RecordUIStateEvent') {
      const { index, url } = data;
      if (typeof index !== 'number' || typeof url !== 'string') continue;
      states.set(index, url);
      last = index;
      for (; waiting > 0; waiting--) {
        const at = calls.length - waiting;
        const call = calls[at];
        if (call) calls[at] = { ...call, after: index };
      }
    } else if (event === 'ToolExecutionEvent') {
      const { tool_name: tool, tool_args: args, success } = data;
      if (typeof tool !== 'string') continue;
      if (calls.length === MAX_CALLS) return { calls, states, isCut: true };
      const isSuccessful = success !== false;
      const given = isObject(args) ? args : {};
      calls.push({
        tool: tool.slice(0, MAX_TOOL_NAME),
        args: given,
        isSuccessful,
        before: last,
        after: undefined,
      });
      waiting++;
    }
  }
  return { calls, states, isCut: trajectory.length > MAX_EVENTS };
}

/**
 * Returns the element with a number: the one whose node has it as `index`, or else the one at this place in reading order,
 * counted from 1.
 */
export function elementWithNumber(screen: Screen, number: unknown): NumberedElement | undefined {
  if (typeof number !== 'number') return undefined;
  const isNumbered = screen.elements.some(({ node }) => numberOf(node) !== undefined);
  const element = isNumbered
    ? screen.elements.find(({ node }) => numberOf(node) === number)
    : screen.elements[number - 1];
  return element && { element, isCounted: !isNumbered };
}

function numberOf(node: UiNode): unknown {
  return memberOf(node, 'index');
}

/** Returns the UI state with a number; undefined if the call has none, or if it could not be read. */
export function stateAt(
  states: ReadonlyMap<number, UiState>,
  number: number | undefined,
): UiState | undefined {
  return number === undefined ? undefined : states.get(number);
}

/** Returns the screen of a UI state, which is looked at several times for each call. */
export const screenOfState = memoize((state: UiState) => new Screen(state));

/** Returns a text that is equal for two screens with the same app, elements, values, and positions. */
export const screenSignature = memoize((state: UiState): string => {
  const app = state.phone_state?.packageName ?? '';
  // The bars of the system show the time.
  const own = screenOfState(state).elements.filter(({ node }) => app === '' || node.packageName === app);
  return JSON.stringify([
    app,
    own.map(({ node, resourceId, text, description, role, bounds }) => [
      role,
      resourceId,
      text,
      description,
      node.isChecked === true,
      node.isSelected === true,
      bounds.left,
      bounds.top,
      bounds.right,
      bounds.bottom,
    ]),
  ]);
});

/** Returns a UI state in which only the given element has the focus, with another text if one is given. */
export function withFocus(state: UiState, focused: UiNode, text?: string): UiState {
  const change = (node: UiNode): UiNode => {
    const children = node.children?.map(change);
    return {
      ...node,
      isFocused: node === focused,
      ...(node === focused && text !== undefined ? { text } : {}),
      ...(children ? { children } : {}),
    };
  };
  return { ...state, a11y_tree: state.a11y_tree && change(state.a11y_tree) };
}
