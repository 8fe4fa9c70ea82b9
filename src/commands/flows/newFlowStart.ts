import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { Execution } from '../../contract/records/execution.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import type { FlowTemplate } from '../../flow/new/flowTemplates.ts';
import { type NewFlowStep, usableTemplates } from '../../flow/new/newFlow.ts';
import { runLabel } from '../../flow/run/outcomeText.ts';
import { type Answer, askItem, type QuestionPosition } from '../prompts/questions.ts';

/** The origin of the first steps of a new flow. */
export interface StartItem extends vscode.QuickPickItem {
  readonly way: 'template' | 'actions' | 'recording' | 'run' | 'empty' | 'continue';
  /** The name that the flow gets if the user enters no other. */
  readonly title: string;
  readonly steps: readonly NewFlowStep[];
  readonly uses?: FlowTemplate['uses'];
}

/** The start with a recording. */
export const RECORDING: StartItem = {
  title: 'New flow',
  steps: [],
  way: 'recording',
  label: '$(record) Record…',
  detail: 'What you do on a phone becomes steps.',
};

/** Prompts for the way to start a new flow. `begun` is the title of a flow that was begun and not finished. */
export async function askStart(
  position: QuestionPosition,
  catalog: FlowCatalog,
  begun: string | undefined,
  chosen: StartItem | undefined,
): Promise<Answer<StartItem>> {
  const items = startItems(begun, catalog);
  const active = items.find(({ label, way }) => way !== 'continue' && label === chosen?.label);
  const placeholder = 'Choose how to start';
  return askItem(position, { name: 'Starting Point', items, active, placeholder });
}

/** Prompts for the template of a flow that has no steps yet. */
export async function askTemplate(
  position: QuestionPosition,
  catalog: FlowCatalog,
  chosen: StartItem | undefined,
): Promise<Answer<StartItem>> {
  const items = templateItems(catalog);
  if (items.length === 0)
    throw new Error(
      'The actions of the templates are not known. Start the sandbox or choose a connection first.',
    );
  const active = items.find(({ label }) => label === chosen?.label);
  return askItem(position, { name: 'Template', items, active, placeholder: 'Choose a template' });
}

function templateItems(catalog: FlowCatalog): readonly StartItem[] {
  return usableTemplates(catalog).map(({ template, steps }) => ({
    way: 'template',
    label: `$(symbol-snippet) ${template.title}`,
    detail: template.description,
    title: template.title,
    uses: template.uses,
    steps,
  }));
}

function startItems(begun: string | undefined, catalog: FlowCatalog): readonly StartItem[] {
  const heading = (label: string): StartItem => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
    way: 'empty',
    title: '',
    steps: [],
  });
  const templates = templateItems(catalog);
  const untitled = { title: 'New flow', steps: [] } as const;
  return [
    ...(begun === undefined
      ? []
      : [
          {
            ...untitled,
            way: 'continue' as const,
            label: `$(history) Continue “${begun}”`,
            detail: 'Returns to the flow that you began, with the answers that you gave.',
          },
        ]),
    RECORDING,
    {
      ...untitled,
      way: 'empty',
      label: '$(file) Empty Flow',
      detail: 'Start without steps, and add them one by one in the editor.',
    },
    {
      ...untitled,
      way: 'actions',
      label: '$(list-ordered) Pick Actions…',
      detail: 'Choose the action of each step, one after the other, and fill in the parameters afterward.',
    },
    {
      ...untitled,
      way: 'run',
      label: '$(debug-rerun) From a Run…',
      detail: 'Copy the flow that ran into a new file, with the results of the run at its steps.',
    },
    ...(templates.length === 0 ? [] : [heading('templates'), ...templates]),
  ];
}

interface RunItem extends vscode.QuickPickItem {
  readonly execution: Execution;
}

/** The most runs that the list shows. */
const MAX_RUNS = 200;

/** Prompts for a run whose flow is copied. */
export async function askRun(
  position: QuestionPosition,
  { executions }: Services,
  before: Execution | undefined,
): Promise<Answer<Execution>> {
  const items: RunItem[] = [];
  let placeholder = 'Choose a run';
  try {
    for await (const page of executions.all()) {
      items.push(...page.flatMap(execution => (execution.flowId == null ? [] : [runItem(execution)])));
      if (items.length >= MAX_RUNS) break;
    }
    if (items.length === 0) placeholder = 'No flow has run yet';
  } catch {
    placeholder = 'The runs could not be read';
  }
  const active = items.find(({ execution }) => execution.id === before?.id);
  const picked = await askItem(position, {
    name: 'Run',
    items: items.slice(0, MAX_RUNS),
    active,
    placeholder,
  });
  return typeof picked === 'object' ? picked.execution : picked;
}

function runItem(execution: Execution): RunItem {
  const { flowName, triggerName } = execution;
  return {
    label: flowName ?? 'Flow without a name',
    description: runLabel({ execution }, Date.now()),
    ...(triggerName == null ? {} : { detail: `Trigger: ${triggerName}` }),
    execution,
  };
}
