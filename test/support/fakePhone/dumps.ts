import type { UiNode, UiState } from '../../../src/contract/records/uiState.ts';
import type { Display } from '../../../src/sandbox/phone/state.ts';

/** Writes elements as `uiautomator dump` does; `windows` as it does with `--windows` since Android 11. */
export function uiautomatorXml(
  { a11y_tree: tree, ime_tree: keyboard, phone_state: state }: UiState,
  { windows, rotation }: { readonly windows: boolean; readonly rotation: number },
): string {
  const start = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";
  const hierarchy = (root: UiNode): string =>
    `<hierarchy rotation="${rotation}">${nodeXml(root, 0)}</hierarchy>`;
  if (!tree || !keyboard) return start;
  if (!windows) return start + hierarchy(tree);
  const window = (root: UiNode, index: number, layer: number, type: string): string =>
    `<window index="${index}" title="" bounds="[0,0][9,9]" active="false" focused="false" id="${index}" layer="${layer}" type="TYPE_${type}">${hierarchy(root)}</window>`;
  // The topmost window comes first.
  const shown = [
    ...(state?.keyboardVisible === true ? [window(keyboard, 0, 8, 'INPUT_METHOD')] : []),
    window(tree, 1, 1, 'APPLICATION'),
  ];
  const other =
    '<display id="2"><window index="0" layer="0"><hierarchy rotation="0"></hierarchy></window></display>';
  return `${start}<displays>${other}<display id="0">${shown.join('')}</display></displays>`;
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

/** Writes `dumpsys window displays`. */
export function windowDisplays(
  { width, height, density }: Display,
  rotation: number,
  component: string | undefined,
): string {
  const dpi = Math.round(density * 160);
  const [initialWidth, initialHeight] = rotation % 2 === 1 ? [height, width] : [width, height];
  return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=2
    init=10x20 100dpi cur=10x20 app=10x20 rng=10x10-20x20
    deferred=false mLayoutNeeded=false
  Display: mDisplayId=0 (organized)
    init=1440x3120 560dpi base=${initialWidth}x${initialHeight} ${dpi}dpi cur=${width}x${height} app=${width}x${height - 60} rng=1080x1017-2337x2274
    deferred=false mLayoutNeeded=false
${component === undefined ? '' : windowFocus(component)}`;
}

/** Writes the part of the dumps that names the activity in front. */
export function windowFocus(component: string): string {
  return `  mCurrentFocus=Window{4f1ab2 u0 ${component}}
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
