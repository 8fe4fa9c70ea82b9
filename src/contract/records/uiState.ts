import * as z from 'zod';
import { record } from '../scalars.ts';

/** The bounds of an element in device pixels (wire facts 9). */
export const Bounds = record(
  { left: z.number(), top: z.number(), right: z.number(), bottom: z.number() },
  {},
);
export type Bounds = z.output<typeof Bounds>;

const described = {
  boundsInScreen: Bounds,
  className: z.string(),
  packageName: z.string(),
  resourceId: z.string(),
  text: z.string(),
  contentDescription: z.string(),
  hint: z.string(),
  childCount: z.int(),
  isCheckable: z.boolean(),
  isChecked: z.boolean(),
  isClickable: z.boolean(),
  isEditable: z.boolean(),
  isEnabled: z.boolean(),
  isFocusable: z.boolean(),
  isFocused: z.boolean(),
  isLongClickable: z.boolean(),
  isPassword: z.boolean(),
  isScrollable: z.boolean(),
  isSelected: z.boolean(),
  isVisibleToUser: z.boolean(),
};

const leaf = record({}, described);

/** An element on the screen; the text of one with `isPassword` is never shown (wire facts 9). */
export type UiNode = z.output<typeof leaf> & { children?: UiNode[] | null | undefined };

/** An element on the screen with its child elements (wire facts 9). */
export const UiNode: z.ZodType<UiNode> = leaf.extend({
  children: z.array(z.lazy((): z.ZodType<UiNode> => UiNode)).nullish(),
});

/** The state of the screen: elements, keyboard, metrics and the foreground app (wire facts 9). */
export const UiState = record(
  {},
  {
    a11y_tree: UiNode,
    ime_tree: UiNode,
    device_context: record(
      {},
      {
        screen_bounds: record({ width: z.number(), height: z.number() }, {}),
        display_metrics: record(
          {},
          {
            density: z.number(),
            densityDpi: z.number(),
            scaledDensity: z.number(),
            widthPixels: z.number(),
            heightPixels: z.number(),
          },
        ),
        filtering_params: record({}, { min_element_size: z.number(), overlay_offset: z.number() }),
      },
    ),
    phone_state: record(
      {},
      {
        isEditable: z.boolean(),
        keyboardVisible: z.boolean(),
        currentApp: z.string(),
        packageName: z.string(),
        activityName: z.string(),
        focusedElement: record({}, { text: z.string(), className: z.string(), resourceId: z.string() }),
      },
    ),
  },
);
export type UiState = z.output<typeof UiState>;
