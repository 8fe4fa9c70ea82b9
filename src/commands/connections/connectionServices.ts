import type { ConnectionData } from '../../appState/forgetConnection.ts';
import type { Services } from '../commandServices.ts';

/** The services that the commands for connections use. */
export type ConnectionServices = ConnectionData &
  Pick<
    Services,
    | 'clients'
    | 'connections'
    | 'devices'
    | 'documents'
    | 'executions'
    | 'flows'
    | 'log'
    | 'on'
    | 'receiver'
    | 'requests'
    | 'run'
    | 'session'
    | 'tasks'
    | 'version'
  >;
