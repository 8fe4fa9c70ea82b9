import { counted } from '../flow/check/checkSummary.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { HeaderButton } from '../protocol/flowEditor.ts';

/** The comparison of a file with its flow on the service. */
export interface HeaderDrift {
  /**
   * The number of changes that an update makes; undefined if the file cannot be compared, such as before it is saved.
   */
  readonly changes: number | undefined;
  /** True if the last verification is still valid for the flow. */
  readonly isVerified: boolean;
  /** True if the flow was deleted on the service. */
  readonly isGone?: boolean;
}

/** The facts that determine the header buttons. */
export interface HeaderFacts {
  readonly errors: number;
  /** True if a connection is chosen. */
  readonly connected: boolean;
  /** The id of the flow that the file is linked to. */
  readonly flowId: string | undefined;
  /** The last known record of that flow. */
  readonly flow: Pick<Flow, 'enabled' | 'status'> | undefined;
  /** The comparison of the file with that flow; undefined if unknown. */
  readonly drift: HeaderDrift | undefined;
  readonly runShown: boolean;
  /** True while a device is recorded into the file. */
  readonly isRecording: boolean;
  readonly editable: boolean;
  /** True while a verification run is shown that has not ended. */
  readonly isVerifying: boolean;
}

/** Returns the header buttons with their current effect, or the reason why they are disabled. */
export function headerButtons(facts: HeaderFacts): readonly HeaderButton[] {
  const { errors, connected, flowId, flow, drift, runShown, isVerifying, isRecording, editable } = facts;
  const linked = connected && flowId !== undefined;
  const isActive = flow?.enabled === true;
  const needsConnection = 'Choose a connection first.';
  const needsFlow = connected ? 'Create the flow first.' : needsConnection;
  const next = findNextAction(facts);
  const wrong = errors === 0 ? '' : ` The file has ${counted(errors, 'error')}.`;
  const buttons: readonly Omit<HeaderButton, 'isPrimary'>[] = [
    {
      act: 'validate',
      label: 'Validate',
      icon: 'check',
      enabled: true,
      detail: errors > 0 ? `Show the problems.${wrong}` : 'Check the flow for problems.',
    },
    {
      act: 'create',
      label: !linked ? 'Create' : drift?.isGone === true ? 'Recreate' : 'Update',
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
      enabled: linked && !isVerifying,
      detail: !linked
        ? needsFlow
        : isVerifying
          ? 'The verification run has not ended.'
          : 'Run the flow once so that it can be activated.',
    },
    {
      act: 'activate',
      label: isActive ? 'Active' : 'Activate',
      icon: isActive ? 'pass-filled' : 'rocket',
      enabled: linked && !isActive,
      detail: isActive
        ? 'The flow is active on the service and runs when its trigger fires.'
        : linked
          ? 'Enable the flow with an execution that succeeded.'
          : needsFlow,
    },
    isRecording
      ? {
          act: 'stopRecording',
          label: 'Stop Recording',
          icon: 'stop-circle',
          enabled: true,
          detail: 'Stop recording the device.',
        }
      : {
          act: 'record',
          label: 'Record',
          icon: 'record',
          enabled: connected && editable,
          detail: connected ? 'Record what you do on a device as steps.' : needsConnection,
        },
    runShown
      ? {
          act: 'hideRun',
          label: 'Hide Run',
          icon: 'close',
          enabled: true,
          detail: 'Hide the run.',
        }
      : {
          act: 'run',
          label: 'Runs',
          icon: 'history',
          enabled: linked,
          detail: linked ? 'Show the result of a run on the steps.' : needsFlow,
        },
    {
      act: 'preview',
      label: 'Request',
      icon: 'code',
      enabled: connected,
      detail: connected ? 'Show the request that creates the flow, with a curl command.' : needsConnection,
    },
    {
      act: 'openText',
      label: 'Text',
      icon: 'go-to-file',
      enabled: true,
      detail: 'Open the file as text.',
    },
  ];
  return buttons.map(button => ({ ...button, isPrimary: button.act === next }));
}

/** Returns the next command toward an active flow; undefined if there is none or the comparison is unknown. */
function findNextAction({
  connected,
  flowId,
  flow,
  drift,
  isVerifying,
}: HeaderFacts): 'create' | 'verify' | 'activate' | undefined {
  if (!connected) return undefined;
  if (flowId === undefined) return 'create';
  if (!drift) return undefined;
  if (drift.changes !== 0) return 'create';
  if (!drift.isVerified) return flow?.enabled === true || isVerifying ? undefined : 'verify';
  return flow?.enabled === false ? 'activate' : undefined;
}

function updateText(drift: HeaderDrift | undefined): string {
  if (drift?.isGone === true) return 'The flow was deleted on the service. Create it again from the file.';
  if (drift?.changes === 0) return 'The flow on the service matches the file.';
  const changes = drift?.changes === undefined ? 'the changes' : counted(drift.changes, 'change');
  return `Apply ${changes} to the flow on the service.`;
}
