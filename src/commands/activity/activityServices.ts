import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for executions, tasks, events and requests use. */
export type ActivityServices = BulkServices &
  Pick<
    Services,
    | 'agentCalls'
    | 'clients'
    | 'devicePanels'
    | 'links'
    | 'openFlowDocuments'
    | 'requests'
    | 'run'
    | 'runs'
    | 'sandbox'
    | 'selectedDevices'
    | 'traceViewers'
  >;
