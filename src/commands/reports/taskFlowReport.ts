import type { TaskFlow } from '../../deploy/readTaskFlow.ts';
import { escapeLine, markdownDocument } from '../../util/markdownDocument.ts';
import { listSection } from './reportBlocks.ts';

/** Formats what the flow of a task leaves out, and which of its steps are uncertain, as Markdown. */
export function taskFlowReport({ name, notes }: Pick<TaskFlow, 'name' | 'notes'>): string {
  const sentences = (chosen: TaskFlow['notes']): string[] =>
    chosen.map(({ sentence }) => escapeLine(sentence));
  return markdownDocument([
    `# ${escapeLine(name)}`,
    ...listSection('## Uncertain steps', sentences(notes.filter(({ step }) => step !== undefined))),
    ...listSection('## Notes', sentences(notes.filter(({ step }) => step === undefined))),
  ]);
}
