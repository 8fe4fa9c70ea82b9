/**
 * Returns the cursor after a message. It names the last message of a page, so that new messages do not shift later
 * pages; opaque to callers.
 */
export function cursorAfter(messageId: string): string {
  return Buffer.from(`after:${messageId}`).toString('base64url');
}

/** Returns the ID of the message in a cursor; undefined if it is not a valid cursor. */
export function messageIdIn(cursor: string): string | undefined {
  const id = /^after:(.+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  // Decoding ignores invalid characters; only a valid cursor encodes back to the same text.
  return id !== undefined && cursorAfter(id) === cursor ? id : undefined;
}
