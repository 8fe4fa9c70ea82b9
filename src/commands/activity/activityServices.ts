import type { Services } from '../commandServices.ts';
import type { OnEachServices } from '../prompts/onEach.ts';

/** The services that the commands for executions, tasks, events and requests use. */
export type ActivityServices = OnEachServices &
  Pick<
    Services,
    | 'devicePanels'
    | 'links'
    | 'openFlowDocuments'
    | 'requests'
    | 'run'
    | 'runs'
    | 'sandbox'
    | 'selectedDevices'
  >;
