/** Returns the device of a run or a flow that has exactly one; null otherwise. */
export function onlyDevice(deviceIds: readonly string[] | null | undefined): string | null {
  const [only = null, ...others] = deviceIds ?? [];
  return others.length > 0 ? null : only;
}
