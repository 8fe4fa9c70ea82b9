/** The states in which a device can be used (wire facts 8). */
export const AWAKE_STATES = ['ready', 'assigned'] as const;

/** Returns true if a device in this state can be used. */
export function isAwake(state: string | null | undefined): boolean {
  return AWAKE_STATES.some(awake => awake === state);
}
