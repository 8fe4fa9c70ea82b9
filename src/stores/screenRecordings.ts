import type { Client } from '../client/client.ts';
import type { ScreenRecording } from '../contract/records/screenRecording.ts';

/**
 * Returns true if a screen recording is still going on. The values of `status` are not public (wire facts 9), and a
 * service may never set the end of a recording that was interrupted.
 */
export function isRunning({ endedAt, error, video, expiresAt }: ScreenRecording): boolean {
  const isExpired = Date.parse(expiresAt ?? '') < Date.now();
  return endedAt == null && error == null && video == null && !isExpired;
}

/** Reads the screen recordings of a device, latest first. */
export async function readScreenRecordings(
  client: Client,
  deviceId: string,
  signal?: AbortSignal,
): Promise<readonly ScreenRecording[]> {
  const { value } = await client.listScreenRecordings({ params: { deviceId } }, { signal });
  return (value ?? []).toSorted((one, other) => startOf(other) - startOf(one));
}

function startOf({ startedAt }: ScreenRecording): number {
  return Date.parse(startedAt ?? '') || 0;
}
