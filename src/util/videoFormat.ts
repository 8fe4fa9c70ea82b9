/** The format of a video file, as its first bytes say. */
export interface VideoFormat {
  /** `image` for moving pictures, which a browser shows as a picture. */
  readonly kind: 'image' | 'video';
  readonly mediaType: string;
  readonly extension: string;
}

interface Signature extends VideoFormat {
  readonly at: number;
  readonly bytes: string;
}

const SIGNATURES: readonly Signature[] = [
  { kind: 'image', mediaType: 'image/png', extension: 'png', at: 0, bytes: '\u0089PNG\r\n\u001a\n' },
  { kind: 'image', mediaType: 'image/gif', extension: 'gif', at: 0, bytes: 'GIF8' },
  { kind: 'image', mediaType: 'image/webp', extension: 'webp', at: 8, bytes: 'WEBP' },
  { kind: 'video', mediaType: 'video/mp4', extension: 'mp4', at: 4, bytes: 'ftyp' },
  { kind: 'video', mediaType: 'video/webm', extension: 'webm', at: 0, bytes: '\u001a\u0045\u00df\u00a3' },
];

/** Returns the format of a video file; undefined if it is not known. */
export function videoFormat(file: Uint8Array): VideoFormat | undefined {
  const head = String.fromCharCode(...file.subarray(0, 16));
  const found = SIGNATURES.find(({ at, bytes }) => head.startsWith(bytes, at));
  if (!found) return undefined;
  const { kind, mediaType, extension } = found;
  return { kind, mediaType, extension };
}
