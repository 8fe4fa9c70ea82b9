import { counted } from '../util/counted.ts';
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
  /** True while a device is recorded into the file. */
  readonly isRecording: boolean;
  readonly editable: boolean;
  /** True while a verification run is shown that has not ended. */
  readonly isVerifying: boolean;
}

const NEEDS_CONNECTION = 'Choose a connection first.';

/** Returns the header buttons with their current effect, or the reason why they are disabled. */
export function headerButtons(facts: HeaderFacts): readonly HeaderButton[] {
  const { connected, isRecording, editable } = facts;
  return [
    stageButton(facts),
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
          detail: connected ? 'Record what you do on a device as steps.' : NEEDS_CONNECTION,
        },
    {
      act: 'runs',
      label: 'Runs',
      icon: 'history',
      enabled: true,
      detail: 'Show the last runs of the file: open, or compare them.',
    },
    {
      act: 'preview',
      label: 'Request',
      icon: 'code',
      enabled: connected,
      detail: connected ? 'Show the request that creates the flow, with a curl command.' : NEEDS_CONNECTION,
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

/** Returns the button for the next step from the file to an active flow. */
function stageButton({ errors, connected, flowId, flow, drift, isVerifying }: HeaderFacts): HeaderButton {
  const wrong = errors === 0 ? '' : ` The file has ${counted(errors, 'error')}.`;
  const linked = connected && flowId !== undefined;
  if (!linked || drift?.changes !== 0)
    return {
      act: 'create',
      label: !linked ? 'Create' : drift?.isGone === true ? 'Recreate' : 'Update',
      icon: 'cloud-upload',
      enabled: connected,
      detail: !connected
        ? NEEDS_CONNECTION
        : `${linked ? updateText(drift) : 'Create the flow on the service, disabled.'}${wrong}`,
    };
  if (flow?.enabled === true)
    return {
      act: 'activate',
      label: 'Active',
      icon: 'pass-filled',
      enabled: false,
      detail: 'The flow is active on the service and runs when its trigger fires.',
    };
  if (drift.isVerified)
    return {
      act: 'activate',
      label: 'Activate',
      icon: 'rocket',
      enabled: true,
      detail: 'Enable the flow with an execution that succeeded.',
    };
  return {
    act: 'verify',
    label: 'Verify',
    icon: 'beaker',
    enabled: !isVerifying,
    detail: isVerifying
      ? 'The verification run has not ended.'
      : 'Run the flow once so that it can be activated.',
  };
}

function updateText(drift: HeaderDrift | undefined): string {
  if (drift?.isGone === true) return 'The flow was deleted on the service. Create it again from the file.';
  const changes = drift?.changes === undefined ? 'the changes' : counted(drift.changes, 'change');
  return `Apply ${changes} to the flow on the service.`;
}
