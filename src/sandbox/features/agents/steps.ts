import { appTexts } from '../../phone/elements.ts';
import { uiStateOf } from '../../phone/uiState.ts';
import { readPhone } from '../../records/phone.ts';
import {
  defineStep,
  type StepCall,
  StepFailure,
  type StepKinds,
  type StepOutput,
} from '../../runtime/step.ts';

/** The type of an extracted field. */
type FieldType = 'string' | 'number' | 'boolean' | 'date';

const VALUES: Readonly<Record<FieldType, RegExp>> = {
  string: /[\p{L}\p{N}][^\s,;]*/u,
  number: /-?\d+(?:[.,]\d+)*/,
  boolean: /\b(yes|no|true|false|on|off)\b/i,
  date: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/,
};

interface RunParams {
  readonly prompt: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

interface ExtractParams {
  readonly source: { readonly kind: 'screen' } | { readonly kind: 'text'; readonly text: string };
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly required?: boolean }>>;
}

interface ClassifyParams {
  readonly text: string;
  readonly labels: readonly string[];
  readonly fallback?: string;
  readonly threshold?: number;
}

interface CompareParams {
  readonly before: string;
  readonly after: string;
}

const DEFAULT_SENTENCES = 3;

/** The implementations of the agent methods; every answer is deterministic. */
export const agentSteps: StepKinds = {
  'agent.run': defineStep<RunParams>(true, ({ params }) => {
    const { prompt, context = {} } = params;
    const names = Object.keys(context);
    const goal = prompt.trim().replace(/[.!?]+$/, '');
    const answer = names.length === 0 ? `Done: ${goal}.` : `Done: ${goal}, with ${names.join(', ')}.`;
    return { answer, steps: 1 + (wordsOf(prompt).length % 5) };
  }),
  'agent.extract': defineStep<ExtractParams>(true, async call => {
    const { source, fields } = call.params;
    const text = source.kind === 'text' ? source.text : (await screenTexts(call)).join('\n');
    const values = Object.entries(fields).map(([name, { type, required = true }]) => {
      const value = extractField(text, name, type);
      if (value === null && required)
        throw new StepFailure('logic', `The source has no ${type} after “${name}”.`);
      return [name, value] as const;
    });
    return { values: Object.fromEntries(values) };
  }),
  'agent.classify': defineStep<ClassifyParams>(true, ({ params }) => classify(params)),
  'agent.summarize': defineStep<{ text: string; sentences?: number }>(true, ({ params }) => {
    const { text, sentences = DEFAULT_SENTENCES } = params;
    return { summary: sentencesOf(text).slice(0, sentences).join(' ') };
  }),
  'agent.compareScreens': defineStep<CompareParams>(true, call => {
    const { before, after } = call.params;
    const same = readPicture(call, before) === readPicture(call, after);
    return { same, summary: same ? 'The two pictures are equal.' : 'The two pictures differ.' };
  }),
  'agent.decide': defineStep<{ readonly question: string }>(true, async call => {
    const { question } = call.params;
    const texts = (await screenTexts(call)).join('\n').toLowerCase();
    const quoted = [...question.matchAll(/["“”'‘’]([^"“”'‘’]+)["“”'‘’]/g)].map(match => match[1] ?? '');
    const missing = quoted.find(words => !texts.includes(words.toLowerCase()));
    if (quoted.length === 0) return { yes: false, reason: 'The question quotes nothing to look for.' };
    if (missing !== undefined) return { yes: false, reason: `The screen does not show “${missing}”.` };
    return { yes: true, reason: `The screen shows “${quoted.join('”, “')}”.` };
  }),
  'agent.custom': defineStep(true, ({ params }) => ({ received: params })),
};

// Picks the label with the largest share of its words in the text, or the fallback, or the last label.
function classify({ text, labels, fallback, threshold = 0 }: ClassifyParams): StepOutput {
  const words = new Set(wordsOf(text));
  const scored = labels.map(label => {
    const labelWords = wordsOf(label);
    return {
      label,
      confidence: labelWords.filter(word => words.has(word)).length / Math.max(labelWords.length, 1),
    };
  });
  const [best] = scored.toSorted((a, b) => b.confidence - a.confidence);
  if (best && best.confidence > 0 && best.confidence >= threshold) return { ...best };
  return { label: fallback ?? labels.at(-1), confidence: 0 };
}

async function screenTexts({ service, deviceId, signal }: StepCall): Promise<readonly string[]> {
  const device = deviceId === undefined ? undefined : service.store.devices.get(deviceId);
  if (!device)
    throw new StepFailure('device_not_found', 'The flow has no device whose screen could be read.');
  if (device.sandbox.phone) {
    const driver = service.drivers.get(device.id);
    if (!driver) throw new StepFailure('transient', 'The phone is not connected.');
    return appTexts(await driver.tree(0, { signal }));
  }
  const { state, context } = readPhone(service, device);
  return appTexts(uiStateOf(state, context) ?? {});
}

function readPicture({ run }: StepCall, name: string): string {
  const file = run
    .files()
    .findLast(({ filename, mimeType }) => mimeType === 'image/png' && filename === `${name}.png`);
  if (!file) throw new StepFailure('logic', `This run has no picture named “${name}”.`);
  return file.base64;
}

// Returns the words of a text in lower case, without punctuation.
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}

/** Returns the first value of a type that follows a field's name in a text; null if there is none. */
function extractField(text: string, name: string, type: FieldType): string | number | boolean | null {
  const start = findEndOfName(text, name);
  if (start === undefined) return null;
  const match = VALUES[type].exec(text.slice(start))?.[0];
  if (match === undefined) return null;
  switch (type) {
    case 'number':
      return Number(match.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
    case 'boolean':
      return /yes|true|on/i.test(match);
    case 'string':
    case 'date':
      return match.replace(/[.:]$/, '');
  }
}

// Matches the name as is, or with spaces between its words: `orderTotal` is also “order total”.
function findEndOfName(text: string, name: string): number | undefined {
  const spaced = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();
  const lower = text.toLowerCase();
  for (const form of [name.toLowerCase(), spaced]) {
    const at = lower.indexOf(form);
    if (at >= 0) return at + form.length;
  }
  return undefined;
}
