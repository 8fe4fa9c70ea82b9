/** A prompt that a client can offer, with its only argument. */
interface FlowPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argument: { readonly name: string; readonly description: string };
  readonly text: string;
}

const path = { name: 'path', description: 'Path of the flow file, such as flows/sign-in.flow.json.' };

/** The prompts for work on flows. */
export const FLOW_PROMPTS: readonly FlowPrompt[] = [
  {
    name: 'write_flow',
    title: 'Write a Flow',
    description: 'Write a flow for a goal, and run it in the sandbox until it succeeds.',
    argument: { name: 'goal', description: 'What the flow should do, on which app.' },
    text: 'Write a flow file for the goal below that ends with a step that checks the result. Correct it until run_flow succeeds and the checks report no error.',
  },
  {
    name: 'verify_flow',
    title: 'Verify a Flow',
    description: 'Deploy a flow to the sandbox and verify it there.',
    argument: path,
    text: 'Check the flow file below, deploy it to the sandbox, and verify it there. Report the result of each step.',
  },
  {
    name: 'repair_flow',
    title: 'Repair a Flow',
    description: 'Find out why a flow fails, and correct it.',
    argument: path,
    text: 'Run the flow file below. For the first failed step, use its reason, its suggestions, and the screen, change only what is needed, and run it again. Stop after five attempts and report what is missing.',
  },
  {
    name: 'review_flow',
    title: 'Review a Flow',
    description: 'Review a flow file for mistakes and weak selectors.',
    argument: path,
    text: 'Read the flow file below. Report errors and warnings of the checks, steps that wait for fixed times, taps at points instead of elements, passwords or keys in parameters, and steps without a check of their result. Change nothing.',
  },
];
