import { Recordings } from '../../src/appState/recordings.ts';
import { StepOutlines } from '../../src/appState/stepOutlines.ts';
import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';
import type { Reply } from '../../src/client/reply.ts';
import type { Device } from '../../src/contract/records/device.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import type { Flow } from '../../src/contract/records/flow.ts';
import type { Webhook } from '../../src/contract/records/webhook.ts';
import { TrialChoices } from '../../src/appState/trialChoices.ts';
import type { FileDrift } from '../../src/deploy/readDrift.ts';
import type { FlowLink } from '../../src/flow/deploy/flowLink.ts';
import { runSteps } from '../../src/flow/run/runSteps.ts';
import type { FlowSources } from '../../src/flowEditor/editorServices.ts';
import type { FileAddress } from '../../src/flowEditor/flowFile.ts';
import type { FlowCoverage } from '../../src/flow/run/coverage.ts';
import type { LaidRun } from '../../src/flowEditor/runOutline.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { CatalogStore } from '../../src/stores/catalogStore.ts';
import { type Connection, serviceConnection } from '../../src/stores/connection.ts';
import { DeviceStore } from '../../src/stores/deviceStore.ts';
import { FlowStore } from '../../src/stores/flowStore.ts';
import { Session } from '../../src/stores/session.ts';
import { WebhookStore } from '../../src/stores/webhookStore.ts';
import { Emitter } from '../../src/util/emitter.ts';
import { createMemento } from './memoryStorage.ts';

/** The connection of test flows. */
export const CONNECTION: Connection = serviceConnection('Test', 'https://service.example.test/v1');

/** Returns a response as the client returns it. */
export function reply<T>(value: T): Reply<T> {
  return { value, status: 200, headers: {}, replayed: false, traceId: undefined };
}

/** The data sources of flow editors, with real stores and a service in memory. */
export class MemorySources implements FlowSources {
  /** The records of the service. */
  readonly listed: {
    flows: readonly Flow[];
    devices: readonly Device[];
    webhooks: readonly Webhook[];
  } = { flows: [], devices: [], webhooks: [] };
  /** The requested lists, in order. */
  readonly reads: string[] = [];
  /** The error with which the service refuses to list its actions. */
  failure: Error | undefined;
  readonly session = new Session(() => Promise.resolve(this.#client()));
  readonly catalog = new CatalogStore(
    this.session,
    {
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
    () => undefined,
  );
  readonly flows = new FlowStore(this.session);
  readonly devices = new DeviceStore(this.session, { ids: () => [] }, { idsIn: () => Promise.resolve([]) });
  readonly webhooks = new WebhookStore(this.session, { all: () => [] }, { idsIn: () => Promise.resolve([]) });
  readonly outlines = new StepOutlines();
  readonly recordings = new Recordings();
  readonly links = new MemoryFlowLinks();
  readonly drift = new MemoryDrift();
  readonly runs = new MemoryRuns();
  readonly trialChoices = new TrialChoices(createMemento(new Map()));
  /** The opened documents: folder, name, and text. */
  readonly opened: (readonly [folder: string, name: string, text: string])[] = [];
  readonly documents: FlowSources['documents'] = {
    openMarkdown: (...document) => Promise.resolve(void this.opened.push(document)),
  };
  readonly sandbox: FlowSources['sandbox'] = {
    start: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'canary-key', pid: 1 }),
  };

  /** Opens the connection and reads the catalog. */
  async connect(connection: Connection = CONNECTION): Promise<void> {
    this.session.use(connection);
    await this.catalog.refresh();
  }

  dispose(): void {
    for (const store of [this.catalog, this.flows, this.devices, this.webhooks, this.session])
      store.dispose();
  }

  // Implements only the operations that the stores call.
  #client(): Client {
    const list = (name: string, items: () => readonly unknown[]) => (): Promise<Reply<unknown>> => {
      this.reads.push(name);
      const all = items();
      const pagination = {
        page: 1,
        pageSize: 100,
        pages: 1,
        total: all.length,
        hasNext: false,
        hasPrev: false,
      };
      return Promise.resolve(reply({ items: all, pagination }));
    };
    const listActions = list('actions', () => demoCatalog);
    return {
      listActions: () => (this.failure ? Promise.reject(this.failure) : listActions()),
      listTriggers: list('triggers', () => [{ id: TRIGGER, name: 'Every morning' }]),
      listFlows: list('flows', () => this.listed.flows),
      listDevices: list('devices', () => this.listed.devices),
      listMailboxes: list('mailboxes', () => [{ id: MAILBOX, address: 'ada@mail.example' }]),
      listWebhooks: list('webhooks', () => this.listed.webhooks),
      getTemplateContext: () => Promise.reject(new Error('This service has no template context.')),
    } as unknown as Client;
  }
}

/** The mailbox of the service. */
export const MAILBOX = '5b0c2f7e-1111-4222-8333-444455556777';

/** The trigger of the service. */
export const TRIGGER = '5b0c2f7e-1111-4222-8333-444455556666';

/** Links of files by connection, in memory. */
class MemoryFlowLinks {
  readonly #changed = new Emitter<void>();
  readonly #flows = new Map<string, string>();
  readonly onDidChange = this.#changed.event;
  isWatched = false;

  watch(): void {
    this.isWatched = true;
  }

  of(connectionId: string, file: FileAddress): Promise<FlowLink | undefined> {
    const flowId = this.#flows.get(`${connectionId} ${file.toString()}`);
    return Promise.resolve(flowId === undefined ? undefined : { flowId });
  }

  /** Links a file to a flow. */
  link(connectionId: string, file: FileAddress, flowId: string): void {
    this.#flows.set(`${connectionId} ${file.toString()}`, flowId);
    this.#changed.fire();
  }
}

/** Differences between files and flows, in memory. */
class MemoryDrift {
  readonly #changed = new Emitter<void>();
  readonly #known = new Map<string, FileDrift>();
  readonly onDidChange = this.#changed.event;
  /** Number of requests to compare all files. */
  ensured = 0;

  ensure(): Promise<void> {
    this.ensured++;
    return Promise.resolve();
  }

  of(file: FileAddress): FileDrift | undefined {
    return this.#known.get(file.toString());
  }

  /** Sets the difference of a file. */
  find(file: FileAddress, drift: FileDrift): void {
    this.#known.set(file.toString(), drift);
    this.#changed.fire();
  }
}

/** The executions shown in files, in memory. */
class MemoryRuns {
  readonly #changed = new Emitter<FileAddress>();
  readonly #runs = new Map<string, LaidRun>();
  readonly #coverage = new Map<string, FlowCoverage>();
  readonly onDidChange = this.#changed.event;

  of(file: FileAddress): LaidRun | undefined {
    return this.#runs.get(file.toString());
  }

  show(file: FileAddress, execution: Execution, text?: string): void {
    this.#runs.set(file.toString(), { execution, steps: runSteps(execution.result), text });
    this.#changed.fire(file);
  }

  coverageOf(file: FileAddress): FlowCoverage | undefined {
    return this.#coverage.get(file.toString());
  }

  showCoverage(file: FileAddress, coverage: FlowCoverage): void {
    this.#coverage.set(file.toString(), coverage);
    this.#changed.fire(file);
  }

  clear(file?: FileAddress): void {
    assert.ok(file);
    this.#runs.delete(file.toString());
    this.#coverage.delete(file.toString());
    this.#changed.fire(file);
  }
}
