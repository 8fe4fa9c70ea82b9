import { ContextKey, FLOW_DEBUGGER, OPEN_FLOW_DEBUGGER } from '../manifest.ts';

const DEVICE_ID = { type: 'string', format: 'uuid' } as const;

const STEP_NUMBER = { type: 'string', pattern: String.raw`^\d+(\.\d+)?$` } as const;

const FIRST = { type: FLOW_DEBUGGER, request: 'launch', name: 'Debug Flow', flow: '${file}' } as const;

/**
 * The debugger of flows, with the schema and the snippets of its launch configurations. VS Code selects debuggers by
 * language only, so a second one, which is disabled for other JSON files, has the languages.
 */
export const debuggers = [
  {
    type: FLOW_DEBUGGER,
    label: 'Flow',
    configurationAttributes: {
      launch: {
        required: ['flow'],
        properties: {
          flow: {
            type: 'string',
            description: 'Path of the *.flow.json file.',
            default: '${file}',
          },
          payload: {
            type: 'object',
            description:
              'Payload of the trigger. Without it, you are asked for the values that steps read. Do not put passwords here.',
            default: {},
          },
          devices: {
            type: 'array',
            items: DEVICE_ID,
            description:
              'IDs of the devices of the sandbox that the flow runs on, one after another. Empty to run without a device. Without it, you are asked.',
            default: [],
          },
          stopOnEntry: { type: 'boolean', description: 'Stops before the first step.', default: false },
          breakOnFailure: {
            type: 'boolean',
            description:
              'Stops when a step fails, or never. Without it, the selection in the Breakpoints view decides.',
          },
          from: {
            ...STEP_NUMBER,
            description:
              'Number of the step to start with, such as "3", or "4.2" for a step inside step 4. The steps before it do not run, and have the data of an earlier run.',
          },
          fromRun: {
            type: 'string',
            anyOf: [{ format: 'uuid' }, { const: 'latest' }],
            description:
              'ID of the run whose data the steps before “from” have, "latest", or "none". Without it, the run that is shown counts, or else the latest one.',
            default: 'latest',
          },
          to: { ...STEP_NUMBER, description: 'Number of the step to end with, such as "3".' },
          stopAt: {
            ...STEP_NUMBER,
            description: 'Number of a step to stop at, such as "3", or "4.2" for a step inside step 4.',
          },
        },
      },
    },
    initialConfigurations: [FIRST],
    configurationSnippets: [
      {
        label: 'Flow: Debug the Open File',
        description: 'Debugs the flow file in the active editor.',
        body: { ...FIRST, flow: '^"\\${file}"' },
      },
      {
        label: 'Flow: Debug a File with a Payload',
        description: 'Debugs a flow file with a fixed payload, and stops before the first step.',
        body: {
          ...FIRST,
          name: 'Debug ${1:flow}',
          flow: '^"\\${workspaceFolder}/${1:flow}.flow.json"',
          payload: { '${2:field}': '${3:value}' },
          stopOnEntry: true,
        },
      },
      {
        label: 'Flow: Debug from a Step',
        description: 'Debugs a flow file from a step on, with the data of its latest run.',
        body: {
          ...FIRST,
          name: 'Debug from step ${1:3}',
          flow: '^"\\${file}"',
          from: '${1:3}',
          fromRun: 'latest',
          stopOnEntry: true,
        },
      },
    ],
  },
  {
    type: OPEN_FLOW_DEBUGGER,
    label: 'Open Flow',
    languages: ['json', 'jsonc'],
    when: ContextKey.flowInFront,
    initialConfigurations: [FIRST],
  },
] as const;

/** The files in which breakpoints can be set. VS Code allows none in `jsonc`, the language of its settings. */
export const breakpoints = [{ language: 'json', when: ContextKey.flowInFront }] as const;
