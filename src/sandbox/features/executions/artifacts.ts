import { isFinished } from '../../../contract/enumerations.ts';
import type { Execution, ExecutionDelivery } from '../../../contract/records/execution.ts';
import type { Store } from '../../store/store.ts';
import type { RecordedStep, StoredExecution } from '../../store/stored.ts';
import { DESTINATIONS } from '../flows/delivery.ts';
import { RUNNING } from '../devices/screenRecordings/recordings.ts';

type Recording = NonNullable<Execution['recordings']>[number];
type Place = Pick<
  Recording,
  'scope' | 'flowActionId' | 'stepIndex' | 'parentIndex' | 'childIndex' | 'iterationIndex' | 'attempt'
>;

/** The indexes of a recording of a whole run (wire facts 6). */
const WHOLE_RUN: Place = {
  scope: 'flow',
  flowActionId: null,
  stepIndex: -1,
  parentIndex: -1,
  childIndex: -1,
  iterationIndex: -1,
  attempt: -1,
};

/** The files and screenshots that a response shows of a run. */
interface ShownFiles {
  readonly files: NonNullable<Execution['files']>;
  readonly screenshots: NonNullable<Execution['screenshots']>;
}

/** Returns the recordings of a run and what it delivers to the destination of its flow. */
export function artifactsOf(
  store: Store,
  execution: StoredExecution,
  shown: ShownFiles,
): Pick<Execution, 'recordings' | 'recordingId' | 'recordingDeviceId' | 'deliveries'> {
  const recordings = (execution.sandbox.deviceIds ?? [])
    .flatMap(deviceId => store.screenRecordings.all({ deviceId }))
    .filter(({ executionId }) => executionId === execution.id)
    .toSorted((one, other) => compareSteps(one.sandbox.step, other.sandbox.step))
    .map(({ id, deviceId, status, startedAt, endedAt, sandbox }) => ({
      id,
      status: status === RUNNING ? 'recording' : 'stopped',
      ...(sandbox.step ? placeOf(sandbox.step) : WHOLE_RUN),
      recordingId: id,
      recordingDeviceId: deviceId,
      startedAt,
      stoppedAt: endedAt ?? null,
      lastError: null,
    }));
  const [first] = recordings;
  return {
    recordingId: first?.recordingId ?? null,
    recordingDeviceId: first?.recordingDeviceId ?? null,
    recordings,
    deliveries: deliveriesOf(store, execution, { ...shown, recordings }),
  };
}

// A recording is of all attempts of a step.
function placeOf({ flowActionId, index, childIndex, round }: RecordedStep): Place {
  const isChild = childIndex !== null;
  return {
    scope: 'step',
    flowActionId,
    stepIndex: index,
    parentIndex: isChild ? index : -1,
    childIndex: childIndex ?? -1,
    iterationIndex: round ?? -1,
    attempt: 0,
  };
}

// The order of the places of steps (wire facts 6).
function compareSteps(one: RecordedStep | undefined, other: RecordedStep | undefined): number {
  if (!one || !other) return 0;
  return (
    one.index - other.index ||
    (one.childIndex ?? -1) - (other.childIndex ?? -1) ||
    (one.round ?? -1) - (other.round ?? -1)
  );
}

/** Returns the deliveries of a run; those to a drive that is not connected fail. */
function deliveriesOf(
  store: Store,
  execution: StoredExecution,
  { files, screenshots: shots, recordings }: ShownFiles & Pick<Execution, 'recordings'>,
): ExecutionDelivery[] {
  const { delivery } = store.flows.get(execution.flowId ?? '') ?? {};
  if (delivery == null) return [];
  const { destination, folder = null, recording, screenshots } = delivery;
  const isConnected = DESTINATIONS.some(
    ({ key, connection }) => key === destination && connection === 'connected',
  );
  const isOver = isFinished(execution);
  const finishedAt = execution.finishedAt ?? null;
  const deliver = (
    artifact: string,
    filename: string | null | undefined,
    stepIndex: number | null,
  ): ExecutionDelivery => ({
    artifact,
    destination,
    filename: filename ?? artifact,
    folder,
    webUrl: null,
    stepIndex,
    status: !isOver ? 'waiting' : isConnected ? 'succeeded' : 'failed',
    errorCode: isOver && !isConnected ? 'not_connected' : null,
    startedAt: finishedAt,
    finishedAt,
  });
  return [
    ...files.map(({ filename }) => deliver('file', filename, null)),
    ...(recording
      ? (recordings ?? []).map(({ scope, stepIndex }) =>
          deliver('recording', recording.filename, scope === 'step' ? (stepIndex ?? null) : null),
        )
      : []),
    ...(screenshots
      ? shots.map(({ id, stepIndex }) => deliver('screenshot', `${id}.png`, stepIndex ?? null))
      : []),
  ];
}
