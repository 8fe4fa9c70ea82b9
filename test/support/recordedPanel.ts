import assert from 'node:assert/strict';
import { Recordings } from '../../src/appState/recordings.ts';
import { SavedPlaces } from '../../src/appState/savedPlaces.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import { DevicePanelSession } from '../../src/devicePanel/devicePanelSession.ts';
import { Recorder } from '../../src/devicePanel/recorder.ts';
import type { CatalogAction } from '../../src/flow/catalog.ts';
import type { ElementChoice } from '../../src/flow/record/elementChoices.ts';
import { planActions } from '../../src/flow/record/recording.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { DeviceStore } from '../../src/stores/deviceStore.ts';
import type { Session } from '../../src/stores/session.ts';
import { MemoryStepFile } from './memoryStepFile.ts';
import { createMemento } from './memoryStorage.ts';

/** Options of a recorded panel. */
interface RecordedPanelSettings {
  /** The actions of the catalog; by default, those of the demo data. */
  readonly actions?: readonly CatalogAction[];
  /** Chooses another way to name the element of a step. */
  readonly choose?: ((choices: readonly ElementChoice[]) => ElementChoice | undefined) | undefined;
}

/** A device in its panel, and a recorder that writes to a flow file in memory. Only the window is missing. */
export class RecordedPanel {
  readonly device: DevicePanelSession;
  readonly recorder: Recorder;
  readonly file = new MemoryStepFile();

  constructor(
    session: Session,
    deviceId: string,
    { actions = demoCatalog, choose }: RecordedPanelSettings = {},
  ) {
    const recordings = new Recordings();
    const devices = new DeviceStore(session, { ids: () => [] }, { idsIn: () => Promise.resolve([]) });
    const places = new SavedPlaces(createMemento(new Map()));
    const services = { places, outlines: new StepOutlines(), recordings };
    this.device = new DevicePanelSession({ session, devices }, deviceId, services, 0);
    this.recorder = new Recorder({
      recordings,
      actions: () => actions,
      chooseActions: inputs => {
        const { chosen, open } = planActions(inputs, actions, {});
        assert.deepEqual(open, []);
        return Promise.resolve(chosen);
      },
      learnedOutput: () => undefined,
      findMailbox: () => Promise.resolve(undefined),
      pickChoice: (_, choices) => Promise.resolve(choose?.(choices)),
      pickOffers: () => Promise.resolve([]),
      askForOffers: () => Promise.resolve(false),
      tell: sentence => {
        assert.match(sentence, /^Passwords are not recorded/);
      },
      report: error => assert.fail(String(error)),
    });
  }

  dispose(): void {
    this.recorder.dispose();
    this.device.dispose();
  }
}
