import type { PathSegment } from './template.ts';

const ACRONYMS = /\b(api|gps|html|https?|id|ip|json|sms|ui|uri|url|uuid|xml)(s?)\b/giu;

/** Converts a name to words: `timeoutSeconds` becomes “Timeout seconds”, an index becomes “Item 1”. */
export function wordsOf(name: PathSegment | undefined): string {
  if (name === undefined) return '';
  if (typeof name === 'number') return `Item ${name + 1}`;
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/gu, ' ')
    .trim();
  if (words === '') return name;
  const lower = words.replaceAll(/\p{Lu}\p{Ll}+/gu, word => word.toLowerCase());
  const sentence = lower.charAt(0).toUpperCase() + lower.slice(1);
  return sentence.replaceAll(ACRONYMS, (_, word: string, plural: string) => word.toUpperCase() + plural);
}

/** Says which parameters are missing, such as `Platform and App are missing.` */
export function missingSentence(labels: readonly string[]): string {
  const names = new Intl.ListFormat('en-US').format(labels);
  return `${names} ${labels.length === 1 ? 'is' : 'are'} missing.`;
}
