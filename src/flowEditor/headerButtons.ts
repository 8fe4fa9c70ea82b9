import type { Flow } from '../contract/records/flow.ts';
import type { HeaderButton } from '../protocol/flowEditor.ts';

/** What decides what the buttons of the header can do. */
export interface HeaderFacts {
  readonly errors: number;
  /** Whether a connection is chosen. */
  readonly connected: boolean;
  /** The id of the flow that the file is linked to. */
  readonly flowId: string | undefined;
  /** That flow as the service last told it, if it did. */
  readonly flow: Pick<Flow, 'enabled' | 'status'> | undefined;
  /** How the saved file and that flow differ, in a few words each; undefined where that is not known. */
  readonly drift: readonly string[] | undefined;
  readonly runShown: boolean;
}

/** The buttons of the header with what they do now, or why they cannot be used. */
export function headerButtons(facts: HeaderFacts): readonly HeaderButton[] {
  const { errors, connected, flowId, flow, drift, runShown } = facts;
  const linked = connected && flowId !== undefined;
  const isActive = flow?.enabled === true;
  const needsConnection = 'Choose a connection first.';
  const needsFlow = connected ? 'Create the flow first.' : needsConnection;
  const wrong = errors === 0 ? '' : ` The file has ${errors} ${errors === 1 ? 'error' : 'errors'}.`;
  return [
    {
      act: 'validate',
      label: 'Validate',
      icon: 'check',
      enabled: true,
      detail: errors > 0 ? `Show what is wrong.${wrong}` : 'Hold the flow against the catalogue.',
    },
    {
      act: 'create',
      label: linked ? 'Update' : 'Create',
      icon: 'cloud-upload',
      enabled: connected,
      detail: !connected
        ? needsConnection
        : `${linked ? updateText(drift) : 'Create the flow on the service, disabled.'}${wrong}`,
    },
    {
      act: 'verify',
      label: 'Verify',
      icon: 'beaker',
      enabled: linked,
      detail: linked ? 'Prove that the flow works, so that it can be activated.' : needsFlow,
    },
    {
      act: 'activate',
      label: isActive ? 'Active' : 'Activate',
      icon: isActive ? 'pass-filled' : 'rocket',
      enabled: linked && !isActive,
      detail: isActive
        ? 'The flow runs when its trigger fires.'
        : linked
          ? 'Enable the flow with an execution that succeeded.'
          : needsFlow,
    },
    runShown
      ? {
          act: 'hideRun',
          label: 'Hide Run',
          icon: 'close',
          enabled: true,
          detail: 'Take the run off the steps.',
        }
      : {
          act: 'run',
          label: 'Runs',
          icon: 'history',
          enabled: linked,
          detail: linked ? 'Show on the steps what a run did.' : needsFlow,
        },
    {
      act: 'preview',
      label: 'Request',
      icon: 'code',
      enabled: connected,
      detail: connected ? 'Show the request that creates the flow, also for curl.' : needsConnection,
    },
    {
      act: 'openText',
      label: 'Text',
      icon: 'go-to-file',
      enabled: true,
      detail: 'Open the file as text.',
    },
  ];
}

function updateText(drift: readonly string[] | undefined): string {
  if (drift?.length === 0) return 'The flow of the service is as the file.';
  const words = drift === undefined ? '' : `: ${drift.join(', ')}`;
  return `Bring the changes to the flow of the service${words}.`;
}
