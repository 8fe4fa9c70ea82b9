import { arrayOf, maybe, number, object, oneOf, type Shaped, text } from './shape.ts';

const reportedFailure = object({
  message: text,
  /** The line in the flow file, from 1. */
  line: maybe(number),
  /** Facts and suggestions, each a sentence. */
  details: arrayOf(text),
  expected: maybe(text),
  actual: maybe(text),
  /** The IDs of the elements with the pictures of a picture check. */
  picture: maybe(object({ actual: text, expected: maybe(text), difference: maybe(text) })),
  /** The reason why the pictures of a picture check were left out. */
  picturesLeftOut: maybe(text),
});
export type ReportPageFailure = Shaped<typeof reportedFailure>;

const reportedStep = object({
  /** Such as 2, or 2.1 for a child. */
  number: text,
  /** The round of a repeated step, from 1. */
  round: maybe(number),
  name: maybe(text),
  device: maybe(text),
  status: maybe(text),
  reason: maybe(text),
});

const reportedAttempt = object({
  outcome: oneOf('passed', 'failed', 'unfit'),
  tookMs: number,
  failures: arrayOf(reportedFailure),
  steps: arrayOf(reportedStep),
  /** The ID of the element with the trace file, without its pictures; undefined if there is none. */
  trace: maybe(text),
  /** The IDs of the elements with the pictures, each of which traces can share, by the IDs of their screens. */
  pictures: maybe(arrayOf(object({ screen: text, picture: text }))),
});
export type ReportPageAttempt = Shaped<typeof reportedAttempt>;

const reportedCase = object({
  file: text,
  name: text,
  outcome: oneOf('passed', 'flaky', 'failed', 'unfit', 'skipped'),
  /** The oldest is first. */
  attempts: arrayOf(reportedAttempt),
});
export type ReportPageCase = Shaped<typeof reportedCase>;

/** The words for the outcomes of cases, in the order in which totals name them. */
export const OUTCOME_WORDS: Readonly<Record<ReportPageCase['outcome'], string>> = {
  passed: 'passed',
  failed: 'failed',
  flaky: 'flaky',
  unfit: 'not run',
  skipped: 'skipped',
};

const share = object({ ran: number, all: number });

const reportedCoverage = object({
  file: text,
  steps: share,
  /** The sides of decisions. */
  branches: share,
  /** The number of rounds of repeated steps; undefined if there are no such steps. */
  rounds: maybe(number),
  /** The steps that did not run, and those of which a side of a decision did not. */
  gaps: arrayOf(
    object({
      /** Such as 2, or 2.1 for a child. */
      number: text,
      name: maybe(text),
      /** The line in the flow file, from 1. */
      line: number,
      /** The sides that were not taken; empty if the step did not run. */
      sides: arrayOf(text),
    }),
  ),
});
export type ReportPageCoverage = Shaped<typeof reportedCoverage>;

/** True if there are steps, and all of them and all sides of decisions ran. */
export function isCompletelyCovered({ steps, branches }: ReportPageCoverage): boolean {
  return steps.all > 0 && steps.ran === steps.all && branches.ran === branches.all;
}

/** Returns a share that is not empty in percent, rounded down, so that only all of it is 100. */
export function percentOf({ ran, all }: ReportPageCoverage['steps']): number {
  return Math.floor((ran / all) * 100);
}

/** The content of the page of a test report. */
export const reportPage = object({
  cases: arrayOf(reportedCase),
  /** Undefined unless it was asked for. */
  coverage: maybe(object({ all: reportedCoverage, files: arrayOf(reportedCoverage) })),
  /** Sentences about what the report does not contain. */
  notes: arrayOf(text),
});
export type ReportPage = Shaped<typeof reportPage>;

/** The ID of the element with the content of the page, as JSON. */
export const REPORT_ELEMENT = 'report';
/** The comment in the page that the content replaces. */
export const REPORT_PLACE = '<!-- report -->';
