/**
 * The cursor behind a message: it names the last message of its page, so that mail that arrives meanwhile moves
 * nothing. Callers hand it back as it is.
 */
export function cursorAfter(messageId: string): string {
  return Buffer.from(`after:${messageId}`).toString('base64url');
}

/** The id of the message that a cursor names; undefined for a text that is no cursor. */
export function messageIdIn(cursor: string): string | undefined {
  const id = /^after:(.+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  // Decoding passes over what does not belong; only what was handed out comes out the same again.
  return id !== undefined && cursorAfter(id) === cursor ? id : undefined;
}
