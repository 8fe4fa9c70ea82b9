import type { TraceScreen, TraceStep } from '../contract/sandbox/traces.ts';
import { hideSecrets } from '../flow/run/outputTree.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { TraceTab } from '../protocol/traceViewer.ts';
import { stepNumberText, stepTitle } from './traceRows.ts';

/** A step that matches, with the tab that shows the match; undefined for its name, error, or screen. */
interface Found {
  readonly step: number;
  readonly tab: TraceTab | undefined;
}

/** The maximum length of the searched text of one part of a step. */
const MAX_LENGTH = 20_000;

/** The texts of a trace, prepared for searching. */
export class SearchedSteps {
  readonly #steps: readonly (readonly (readonly [tab: TraceTab | undefined, text: string])[])[];

  constructor({ steps, screens }: TraceDocument) {
    const texts = new Map(screens.map(screen => [screen.id, screenText(screen)]));
    this.#steps = steps.map(step => [
      [undefined, plain([stepNumberText(step), stepTitle(step), step.method, step.error])],
      ['params', plain([step.params, (step.values ?? []).map(({ expression }) => expression)])],
      ['output', plain([step.output])],
      ['requests', plain([step.requests])],
      ['happened', plain([step.mails, step.events])],
      ['log', plain([step.log, step.attempts])],
      [
        undefined,
        screensOf(step)
          .map(id => texts.get(id) ?? '')
          .join('\n'),
      ],
    ]);
  }

  /** Returns the steps with a text, regardless of case, in order. */
  find(text: string): readonly Found[] {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return [];
    return this.#steps.flatMap((parts, step) => {
      const part = parts.find(([, content]) => content.includes(wanted));
      return part ? [{ step, tab: part[0] }] : [];
    });
  }
}

function screensOf({ screenBefore, screenAfter }: TraceStep): string[] {
  return [...new Set([screenBefore, screenAfter])].flatMap(id => id ?? []);
}

function screenText({ app, dialog, elements }: TraceScreen): string {
  const own = (elements ?? []).flatMap(({ hidden, text, description }) =>
    hidden == null ? [text, description] : [],
  );
  return [app, dialog, ...own]
    .flatMap(text => text ?? [])
    .join('\n')
    .toLowerCase()
    .slice(0, MAX_LENGTH);
}

/** Returns the texts, numbers and names in values as lower-case text. */
function plain(values: readonly unknown[]): string {
  const parts: string[] = [];
  let left = MAX_LENGTH;
  const walk = (value: unknown): void => {
    if (left <= 0 || value === undefined || value === null) return;
    if (typeof value === 'object') {
      for (const [name, member] of Object.entries(value)) {
        if (!Array.isArray(value)) parts.push(name);
        walk(member);
      }
      return;
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    left -= text.length;
    parts.push(text);
  };
  walk(hideSecrets(values));
  return parts.join('\n').toLowerCase().slice(0, MAX_LENGTH);
}
