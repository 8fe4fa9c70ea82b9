/** Returns the words of a text in lower case, without punctuation. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}
