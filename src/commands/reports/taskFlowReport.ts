import type { TaskFlow } from '../../deploy/readTaskFlow.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';

/** Formats what the flow of a task leaves out, and which of its steps are uncertain, as Markdown. */
export function taskFlowReport({ name, notes }: Pick<TaskFlow, 'name' | 'notes'>): string {
  const listOf = (isAboutStep: boolean): string =>
    notes
      .filter(({ step }) => (step !== undefined) === isAboutStep)
      .map(({ sentence }) => `- ${escapeLine(sentence)}`)
      .join('\n');
  const sections = [
    ['## Uncertain steps', listOf(true)],
    ['## Notes', listOf(false)],
  ] as const;
  return markdownDocument([
    `# ${escapeLine(name)}`,
    ...sections.flatMap(([title, list]) => (list === '' ? [] : [title, list])),
  ]);
}
