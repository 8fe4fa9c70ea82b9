import assert from 'node:assert/strict';

/** Asserts that a text contains none of the secrets; a failure shows the text around one. */
export function assertHidden(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    assert.ok(secret.length >= 6);
    const at = text.indexOf(secret);
    assert.equal(at, -1, text.slice(Math.max(0, at - 100), at + 100));
  }
}
