import type { OpenTrace, RowState, TraceRow } from '../../protocol/traceViewer.ts';
import type { TraceReading } from '../../traceReading/traceReading.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { outputJson, outputLine, withoutCommands } from '../../util/outputLine.ts';

/** The formats of a trace. */
export const TRACE_FORMATS = ['text', 'markdown', 'json'] as const;
export type TraceFormat = (typeof TRACE_FORMATS)[number];

const MARKS: Readonly<Record<RowState, string>> = {
  succeeded: '✓',
  failed: '✗',
  running: '…',
  aborted: '⊘',
  skipped: '–',
  unknown: '?',
};

/** Formats the explanation and the steps of a run. Passwords and passcodes of the run are hidden. */
export function formatTrace(format: TraceFormat, reading: TraceReading): string {
  const { state } = reading;
  // Pictures are never printed.
  const notes = state.notes.filter(note => !note.includes('have a picture'));
  const errorOf = ({ step }: TraceRow): string | undefined =>
    step === undefined ? undefined : reading.step(step).error;
  if (format === 'json') return outputJson(describe(state, notes, errorOf));
  return format === 'markdown' ? withoutCommands(formatMarkdown(state, notes)) : formatText(state, notes);
}

function formatText(state: OpenTrace, notes: readonly string[]): string {
  const { name, status, facts, explanation, rows } = state;
  return [
    outputLine(`${name}: ${status}`),
    ...facts.map(fact => indent(1, `${fact.name}: ${fact.value}`)),
    ...notes.map(outputLine),
    ...(explanation
      ? [
          outputLine(explanation.text.sentence),
          ...explanation.text.facts.map(fact => indent(1, fact)),
          ...explanation.text.actions.map(action => indent(1, `Suggestion: ${action}`)),
        ]
      : []),
    ...rows.map(row => indent(row.level - 1, `${MARKS[row.state]} ${rowText(row)}`)),
  ].join('\n');
}

function formatMarkdown(state: OpenTrace, notes: readonly string[]): string {
  const { name, status, facts, explanation, rows } = state;
  return markdownDocument([
    `## ${escapeLine(name)}: ${escapeLine(status)}`,
    facts.map(fact => `${escapeLine(fact.name)}: ${escapeLine(fact.value)}`).join(' · '),
    ...notes.map(note => escapeLine(note)),
    ...(explanation
      ? [
          `**${escapeLine(explanation.text.sentence)}**`,
          [
            ...explanation.text.facts.map(fact => `- ${escapeLine(fact)}`),
            ...explanation.text.actions.map(action => `- Suggestion: ${escapeLine(action)}`),
          ].join('\n'),
        ]
      : []),
    '### Steps',
    rows
      .map(row => `${'  '.repeat(row.level - 1)}- ${MARKS[row.state]} ${escapeLine(rowText(row))}`)
      .join('\n'),
  ]);
}

function indent(level: number, text: string): string {
  return `${'  '.repeat(level)}${outputLine(text)}`;
}

function rowText({ number, name, detail, time }: TraceRow): string {
  return [number, name, detail, time === '' ? '' : `(${time})`].filter(Boolean).join(' ');
}

function describe(
  { name, state, status, facts, explanation, rows }: OpenTrace,
  notes: readonly string[],
  errorOf: (row: TraceRow) => string | undefined,
): object {
  return {
    name,
    state,
    status,
    facts: Object.fromEntries(facts.map(fact => [fact.name, fact.value])),
    notes,
    explanation: explanation?.text,
    failedStep: rows.find(({ key }) => key === explanation?.row)?.number,
    steps: rows.map(row => ({
      number: row.number,
      level: row.level,
      name: row.name,
      detail: row.detail,
      state: row.state,
      time: row.time,
      error: errorOf(row),
    })),
  };
}
