import { anyOf, bytes, arrayOf, number, object, oneOf, type Shaped, text } from './shape.ts';

/** The maximum size of a part of a dropped file, in bytes. */
export const DROPPED_PART = 1024 * 1024;

/**
 * A request about files that were dropped on the screen: `dropFiles` for those with an address, and for others their
 * content in parts. `dropFile` returns the number of the file, all others null.
 */
export const dropRequest = anyOf(
  object({ kind: oneOf('dropFiles'), uris: arrayOf(text) }),
  object({ kind: oneOf('dropFile'), name: text, size: number }),
  object({ kind: oneOf('dropPart'), file: number, bytes }),
  object({ kind: oneOf('dropEnd', 'dropCancel'), file: number }),
);
export type DropRequest = Shaped<typeof dropRequest>;
