import type { Services } from '../commandServices.ts';
import type { BulkServices } from '../prompts/runOnEach.ts';

/** The services that the commands for flows, flow files and the action catalog use. */
export type FlowServices = BulkServices &
  Pick<
    Services,
    | 'actionChoices'
    | 'actions'
    | 'catalog'
    | 'clients'
    | 'connections'
    | 'devicePanels'
    | 'drift'
    | 'flowEditors'
    | 'language'
    | 'links'
    | 'mailboxes'
    | 'on'
    | 'openFlowDocuments'
    | 'run'
    | 'runs'
    | 'steps'
    | 'traceViewers'
    | 'trialChoices'
  >;
