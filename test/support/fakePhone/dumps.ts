import type { UiNode, UiState } from '../../../src/contract/records/uiState.ts';
import type { Display } from '../../../src/sandbox/phone/state.ts';

/**
 * Writes the elements of displays, the main one first, as `uiautomator dump` does; `windows` as it does with `--windows`
 * since Android 11.
 */
export function uiautomatorXml(
  states: readonly UiState[],
  { windows, rotation }: { readonly windows: boolean; readonly rotation: number },
): string {
  const start = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
  const hierarchy = (root: UiNode): string =>
    `<hierarchy rotation="${rotation}">${nodeXml(root, 0)}</hierarchy>`;
  const [main] = states;
  if (!windows) return main?.a11y_tree ? start + hierarchy(main.a11y_tree) : start;
  const window = (root: UiNode, index: number, layer: number, type: string): string =>
    `<window index="${index}" title="" bounds="[0,0][9,9]" active="false" focused="false" id="${index}" layer="${layer}" type="TYPE_${type}">${hierarchy(root)}</window>`;
  const displays = states.map(({ a11y_tree: tree, ime_tree: keyboard, phone_state: state }, id) => {
    const isTyping = id === 0 && keyboard && state?.keyboardVisible === true;
    // The topmost window comes first.
    const shown = [
      ...(isTyping ? [window(keyboard, 0, 8, 'INPUT_METHOD')] : []),
      ...(tree ? [window(tree, 1, 1, 'APPLICATION')] : []),
    ];
    return `<display id="${id}">${shown.join('')}</display>`;
  });
  const empty =
    '<display id="2"><window index="0" layer="0"><hierarchy rotation="0"></hierarchy></window></display>';
  return `${start}<displays>${displays.join('')}${empty}</displays>`;
}

function nodeXml(node: UiNode, index: number): string {
  const { left, top, right, bottom } = node.boundsInScreen ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const attributes = {
    index,
    text: node.isPassword === true ? '••••••' : (node.text ?? ''),
    'resource-id': node.resourceId,
    class: node.className,
    package: node.packageName,
    'content-desc': node.contentDescription,
    checkable: node.isCheckable,
    checked: node.isChecked,
    clickable: node.isClickable,
    enabled: node.isEnabled,
    focusable: node.isFocusable,
    focused: node.isFocused,
    scrollable: node.isScrollable,
    'long-clickable': node.isLongClickable,
    password: node.isPassword,
    selected: node.isSelected,
    bounds: `[${left},${top}][${right},${bottom}]`,
    hint: node.hint,
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`);
  return `<node${written.join('')}>${(node.children ?? []).map(nodeXml).join('')}</node>`;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\n\r\t]/g, character => `&#${character.charCodeAt(0)};`);
}

/** A display as the dumps describe it. */
export interface FakeDisplay {
  readonly display: Display;
  readonly rotation: number;
  /** The activity that is in front. */
  readonly component: string;
  /** The ID of the device that shows it, such as `local:4630946736638489729`. */
  readonly uniqueId: string;
  /** The ID that `screencap` takes. */
  readonly captureId: string;
}

/** Writes `dumpsys window displays`; the last of the displays has the focus, and the one before them has no size. */
export function windowDisplays(displays: readonly FakeDisplay[], hasActivities: boolean): string {
  const parts = displays.map(({ display: { id, width, height, density }, rotation, component }, index) => {
    const dpi = Math.round(density * 160);
    const [initialWidth, initialHeight] = rotation % 2 === 1 ? [height, width] : [width, height];
    const activity = windowFocus(component, index === displays.length - 1);
    return `  Display: mDisplayId=${id} (organized)
    init=1440x3120 560dpi base=${initialWidth}x${initialHeight} ${dpi}dpi cur=${width}x${height} app=${width}x${height - 60} rng=1080x1017-2337x2274
    deferred=false mLayoutNeeded=false
${hasActivities ? activity : ''}`;
  });
  return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=2
    init=0x0 100dpi cur=0x0 app=0x0 rng=0x0-0x0
    deferred=false mLayoutNeeded=false
${parts.join('')}`;
}

/** Writes `dumpsys display`. Android 10 and Android 11 to 13 write the number of a display differently than later versions. */
export function displayManager(displays: readonly FakeDisplay[], apiLevel: number): string {
  const parts = displays.map(({ display: { id, width, height }, uniqueId }) => {
    const name = `"Built-in Screen${apiLevel < 30 ? `, displayId ${id}"` : `", displayId ${id}${apiLevel < 34 ? '"' : ''}`}`;
    const size = `real ${width} x ${height}`;
    const info =
      apiLevel < 30
        ? `${name}, uniqueId "${uniqueId}", app ${width} x ${height}, ${size}, rotation 0, type BUILT_IN, state ON`
        : `${name}, FLAG_SECURE, FLAG_TRUSTED, ${size}, rotation 0, state ON, type INTERNAL, uniqueId "${uniqueId}", app ${width} x ${height}, removeMode 0`;
    return `  Display ${id}:
    mDisplayId=${id}
    mLayerStack=${id}
    mHasContent=true
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=DisplayInfo{${info}}
    mOverrideDisplayInfo=DisplayInfo{${info}}
`;
  });
  return `DISPLAY MANAGER (dumpsys display)
  mOnlyCode=false
Display Devices: size=${displays.length}
${displays.map(({ uniqueId }) => `  DisplayDeviceInfo{"Built-in Screen": uniqueId="${uniqueId}", modeId 1}\n`).join('')}
Logical Displays: size=${displays.length}
${parts.join('')}
Display Power Controller:
  mDisplayId=0
  mLightSensor=null
`;
}

/** Writes `dumpsys SurfaceFlinger --display-id`. Older versions do not tell which device a virtual display is. */
export function surfaceDisplays(displays: readonly FakeDisplay[], apiLevel: number): string {
  const lines = displays.map(({ display: { id }, uniqueId, captureId }) =>
    uniqueId.startsWith('local:')
      ? `Display ${captureId} (HWC display ${id}): port=${id} pnpId=GGL displayName="EMU_display_${id}"
`
      : `Display ${captureId} (Virtual display): displayName="Overlay #1"${apiLevel < 35 ? '' : ` uniqueId="${uniqueId}"`}
`,
  );
  return lines.join('');
}

/** Writes the part of the dumps that names the activity in front. */
export function windowFocus(component: string, isFocused = true): string {
  return `  mCurrentFocus=${isFocused ? `Window{4f1ab2 u0 ${component}}` : 'null'}
  mFocusedApp=ActivityRecord{1b2c3d u0 ${component} t42}
`;
}

/** Writes `dumpsys window policy`. */
export function windowPolicy({
  isLocked,
  isOn,
}: {
  readonly isLocked: boolean;
  readonly isOn: boolean;
}): string {
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mSafeMode=false mSystemReady=true mSystemBooted=true
    mAwake=${isOn} mScreenOnEarly=true
    KeyguardServiceDelegate
      showing=${isLocked}
      showingAndNotOccluded=${isLocked}
      inputRestricted=false
      screenState=${isOn ? 'SCREEN_STATE_ON' : 'SCREEN_STATE_OFF'}
      interactiveState=${isOn ? 'INTERACTIVE_STATE_AWAKE' : 'INTERACTIVE_STATE_SLEEP'}
    Looper state:
      showing=true
`;
}
