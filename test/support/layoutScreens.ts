import type { LayoutFault } from '../../src/contract/sandbox/fault.ts';
import type { TraceScreen } from '../../src/contract/sandbox/traces.ts';
import { programInFront } from '../../src/sandbox/phone/apps.ts';
import { findElements, type PhoneSelector } from '../../src/sandbox/phone/elements.ts';
import { openAddress } from '../../src/sandbox/phone/openAddress.ts';
import type { ScreenContext } from '../../src/sandbox/phone/screenContext.ts';
import { hiddenElements, visibleElements, widgetsOf } from '../../src/sandbox/phone/screenElements.ts';
import { createPhone, displayOf, type PhoneState, type Platform } from '../../src/sandbox/phone/state.ts';
import { resourceIdOf, uiStateOf } from '../../src/sandbox/phone/uiState.ts';

type Box = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;

/** The screens of the demo apps, by the address that opens each; the home screen without one. */
export const SCREEN_ADDRESSES = [
  ...['form:', 'settings:', 'messages:', 'maps:', 'https://shop.example/', 'alert:Battery%20low'],
  undefined,
] as const;

/** Returns a screen of a simulated phone. */
export function phoneAt(platform: Platform, address: string | undefined): PhoneState {
  const phone = createPhone(platform);
  return address === undefined ? phone : openAddress(phone, address);
}

function contextWith(layout: LayoutFault | undefined): ScreenContext {
  const messages = ['Lisbon Bank', 'Parcel Post', 'Ann'].map((from, index) => ({
    ...{ id: `m${index}`, from, subject: `Subject ${index}`, text: `Text of message ${index}` },
    receivedAt: new Date(Date.UTC(2026, 2, 14, 8, index)),
  }));
  return {
    ...{ now: new Date(Date.UTC(2026, 2, 14, 9, 41)), timeZone: 'Europe/Lisbon', messages },
    ...{ position: { latitude: 38.7, longitude: -9.1 }, deviceName: 'Pixel phone', batteryPercent: 80 },
    ...(layout ? { layout } : {}),
  };
}

/** Returns a screen as the evidence of a run has it; that of a failed step has the elements that cannot be seen, too. */
export function recordScreen(
  state: PhoneState,
  { layout, isFailed = false }: { readonly layout?: LayoutFault; readonly isFailed?: boolean } = {},
): TraceScreen {
  const context = contextWith(layout);
  const display = displayOf(state, 0);
  const { label, packageName } = programInFront(state);
  return {
    ...{ id: isFailed ? 'failed' : 'passed', deviceId: 'd', app: label, packageName, dialog: state.dialog },
    ...{ width: display?.width, height: display?.height },
    elements: [...visibleElements(state, context), ...(isFailed ? hiddenElements(state, context) : [])],
  };
}

/** Returns the bounds of the element that a step of the sandbox finds; undefined if there is none. */
export function findBox(
  state: PhoneState,
  layout: LayoutFault | undefined,
  selector: PhoneSelector,
): Box | undefined {
  return findElements(uiStateOf(state, contextWith(layout)) ?? {}, selector)[0]?.bounds;
}

/** Returns the bounds of the element that has an ID in the usual layout; undefined if it cannot be seen. */
export function boxWithId(state: PhoneState, layout: LayoutFault, resourceId: string): Box | undefined {
  return widgetsOf(state, contextWith(layout)).find(
    ({ widget, window }) => resourceIdOf(window, { ...widget, resourceName: widget.id }) === resourceId,
  )?.bounds;
}
