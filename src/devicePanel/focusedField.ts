import type { Client } from '../client/client.ts';
import type { UiNode } from '../contract/records/uiState.ts';
import type { FieldKind } from '../protocol/devicePanel.ts';

/**
 * Reads the kind of the focused field on a display; `unknown` if the device does not report it or the request fails.
 */
export async function focusedField(client: Client, deviceId: string, display: number): Promise<FieldKind> {
  try {
    const input = { params: { deviceId }, headers: { 'x-device-display-id': display } };
    const { value } = await client.getUiState(input);
    const focused = [value.a11y_tree, value.ime_tree].flatMap(tree => (tree ? focusedIn(tree) : []));
    if (focused.some(({ isPassword }) => isPassword === true)) return 'password';
    // A field without `isPassword` may be a password field.
    if (focused.some(({ isEditable, isPassword }) => isEditable === true && isPassword === false))
      return 'text';
    return focused.length === 0 && value.phone_state?.isEditable === false ? 'none' : 'unknown';
  } catch {
    return 'unknown';
  }
}

function focusedIn(node: UiNode): UiNode[] {
  const below = (node.children ?? []).flatMap(focusedIn);
  return node.isFocused === true ? [node, ...below] : below;
}
