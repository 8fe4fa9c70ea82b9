import type * as z from 'zod';
import type { Agent, ModelList } from '../../contract/records/task.ts';

/** The language models of the sandbox; all of them are scripts (wire facts 10). */
export const demoModels: z.output<typeof ModelList> = {
  object: 'list',
  data: ['demo/fast', 'demo/careful', 'demo/vision'].map((id, index) => ({
    id,
    object: 'model',
    created: 1_735_689_600 + index * 86_400,
    owned_by: 'demo',
  })),
};

/** The agents of the sandbox; the first is the default (wire facts 10). */
export const demoAgents: readonly z.output<typeof Agent>[] = [
  {
    id: 0,
    name: 'Generalist',
    description: 'Does what it is told, step by step.',
    icon: '🧭',
    llmModel: 'demo/fast',
    subagentModel: 'demo/fast',
    maxSteps: 100,
    reasoning: true,
    vision: false,
  },
  {
    id: 1,
    name: 'Form filler',
    description: 'Fills in forms and reads what they answer.',
    icon: '📝',
    llmModel: 'demo/careful',
    subagentModel: 'demo/fast',
    maxSteps: 40,
    reasoning: true,
    vision: false,
  },
  {
    id: 2,
    name: 'Eye',
    description: 'Looks at the screen itself where apps give no text.',
    icon: '👁️',
    llmModel: 'demo/vision',
    subagentModel: 'demo/fast',
    maxSteps: 60,
    reasoning: false,
    vision: true,
  },
];
