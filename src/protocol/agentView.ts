import { flag, arrayOf, maybe, number, object, type Guard, type Shaped, text } from './shape.ts';

/** Text in a result that others wrote, with its origin. */
const marked = object({ origin: text, text });

const screenElement = object({
  role: text,
  text: maybe(marked),
  description: maybe(marked),
  resourceId: maybe(marked),
  center: arrayOf(number),
  checked: maybe(flag),
  focused: maybe(flag),
  disabled: maybe(flag),
  password: maybe(flag),
});
export type ShownElement = Shaped<typeof screenElement>;

/** The result of looking at a device. */
export const shownScreen = object({
  app: maybe(marked),
  width: maybe(number),
  height: maybe(number),
  elements: arrayOf(screenElement),
  /** The number of elements that are left out. */
  more: number,
  /** `taken`, `withheld`, or `unavailable`; undefined if no picture was asked for. */
  picture: maybe(text),
});
export type ShownScreen = Shaped<typeof shownScreen>;

const planItem = object({ path: text, action: text, reason: maybe(marked), changes: arrayOf(marked) });
export type ShownPlanItem = Shaped<typeof planItem>;

/** The result of a plan of deployments. */
export const shownPlan = object({ items: arrayOf(planItem) });
export type ShownPlan = Shaped<typeof shownPlan>;

/** The result of a tool call, as a client passes it to the page. */
export const toolResult = object({
  content: arrayOf(object({ type: text, text: maybe(text), data: maybe(text), mimeType: maybe(text) })),
  isError: maybe(flag),
});
export type ShownResult = Shaped<typeof toolResult>;

/** The part of the answer to `ui/initialize` that the page uses. */
export const clientFacts: Guard<{
  readonly hostCapabilities: { readonly serverTools?: unknown };
  readonly hostContext: unknown;
}> = object({ hostCapabilities: object({}), hostContext: object({}) });
