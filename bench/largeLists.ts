import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { launchSandbox, type SandboxProcess } from '../test/support/sandboxProcess.ts';
import { ATTEMPT, retry } from '../test/support/retry.ts';
import { Sidebar } from '../test/support/sidebar.ts';
import { Workbench } from '../test/support/workbench.ts';
import { EMPTY_PAGE, EMPTY_VIEW, writeEmptyTree } from './emptyTree.ts';
import { extensionHostOf } from './extensionHost.ts';
import { type Figures, median, timed } from './figures.ts';
import { residentMegabytes } from './processes.ts';
import { sized } from './sized.ts';

const RUNS = sized(5, 1);
const VIEWS = ['Flows', 'Actions', 'Devices', 'Mailboxes', 'Webhooks', 'Activity'];
/** Rows out of view are not rendered, so the window is high enough for a page of any list and the rows after it. */
const SIZE = { width: 1280, height: 2800 };
/** The service with the most actions in the seed. */
const SERVICE = { name: 'devices_api', label: 'Devices' };

interface Named {
  readonly id: string;
  readonly name?: string;
  readonly address?: string;
  readonly subject?: string;
}

interface Page {
  readonly items: readonly Named[];
  readonly nextCursor?: string;
}

/** The measured operation: opening a view, expanding a row or loading the next page. */
type Act = 'opening' | 'expanding' | 'loading more';

/** One measured waiting time, in milliseconds. */
interface Wait {
  readonly list: string;
  readonly act: Act;
  /** Time until the rows are shown. */
  readonly shown: number;
  /** Response time of the service for the same page, without VS Code. */
  readonly bare: number;
}

const EMPTY = 'an empty tree';

/**
 * Measures waiting times in a real VS Code with 1,000 flows, 500 devices, 5,000 actions and 2,000 messages, and the
 * memory of the extension host.
 */
export async function measureLargeLists(figures: Figures): Promise<void> {
  const others = await mkdtemp(join(tmpdir(), 'extensions-'));
  const empty = join(others, 'bench.empty-tree-0.0.0');
  await writeEmptyTree(empty);
  const sandbox = await launchSandbox('--seed', 'large');
  const waits: Wait[] = [];
  const memory: { readonly before: number; readonly after: number }[] = [];
  try {
    for (let run = 0; run < RUNS; run++) memory.push(await measureOnce(sandbox, empty, waits));
  } finally {
    await sandbox.kill();
    await rm(others, { recursive: true });
  }
  const middle = (list: string, act: Act, value: (wait: Wait) => number): number =>
    median(waits.filter(wait => wait.list === list && wait.act === act).map(value));
  const kinds = new Map(waits.map(wait => [`large lists: ${wait.list}, ${wait.act}`, wait]));
  for (const [name, { list, act }] of kinds) {
    const shown = middle(list, act, wait => wait.shown);
    figures.add(name, shown, 'ms');
    if (list === EMPTY) continue;
    figures.add(
      `${name}, the bare response`,
      middle(list, act, wait => wait.bare),
      'ms',
    );
    figures.add(`${name}, against ${EMPTY}`, shown / middle(EMPTY, act, wait => wait.shown), '×');
  }
  const before = median(memory.map(usage => usage.before));
  const after = median(memory.map(usage => usage.after));
  figures.add('large lists: memory of the extension host before', before, 'MB');
  figures.add('large lists: memory of the extension host after', after, 'MB');
}

async function measureOnce(
  sandbox: SandboxProcess,
  empty: string,
  waits: Wait[],
): Promise<{ readonly before: number; readonly after: number }> {
  const workbench = await Workbench.open({ others: [empty] });
  try {
    await workbench.page.setViewportSize(SIZE);
    await workbench.openViews();
    for (const view of [...VIEWS, EMPTY_VIEW]) await workbench.fold(view, true);
    await workbench.connect(sandbox.baseUrl, 'Large', sandbox.apiKey);
    // The first request of a window loads shared modules.
    await workbench.fold('Webhooks', false);
    await workbench
      .treeItem(/, webhook endpoint, /)
      .first()
      .waitFor();
    await workbench.fold('Webhooks', true);
    const memory = (): number => residentMegabytes(extensionHostOf(workbench.server.data) ?? 0);
    const before = memory();
    const run = new LargeRun(workbench, sandbox, waits);
    await run.empty();
    await run.actions();
    await run.flows();
    await run.devices();
    await run.messages();
    return { before, after: memory() };
  } finally {
    await workbench.close();
  }
}

/** The lists of one window, each shown for the first time. */
class LargeRun {
  readonly #workbench: Workbench;
  readonly #sidebar: Sidebar;
  readonly #sandbox: SandboxProcess;
  readonly #waits: Wait[];

  constructor(workbench: Workbench, sandbox: SandboxProcess, waits: Wait[]) {
    this.#workbench = workbench;
    this.#sidebar = new Sidebar(workbench);
    this.#sandbox = sandbox;
    this.#waits = waits;
  }

  async empty(): Promise<void> {
    const treeItem = (name: string | RegExp): Locator => this.#workbench.treeItem(name);
    const open = (): Promise<void> => this.#workbench.fold(EMPTY_VIEW, false);
    await this.#wait(EMPTY, 'opening', 0, open, treeItem(`Row ${EMPTY_PAGE - 1}`));
    const node = treeItem('Node');
    await this.#wait(EMPTY, 'expanding', 0, () => node.click(), treeItem(/^Child/));
    await node.click();
    await this.#wait(EMPTY, 'loading more', 0, () => treeItem('More').click(), treeItem(`Row ${EMPTY_PAGE}`));
    await this.#workbench.fold(EMPTY_VIEW, true);
  }

  async flows(): Promise<void> {
    const order = 'orderBy=name&orderByDirection=asc&pageSize=100';
    const first = await this.#bare(`/flows?${order}&page=1`);
    await this.#view('Flows', 'flows', first, record => `${record.name ?? ''}, flow,`);
    const flow = this.#workbench.treeItem(`${first.page.items[0]?.name ?? ''}, flow,`);
    const steps = await this.#bare(`/flows/${first.page.items[0]?.id ?? ''}/actions`);
    await this.#wait(
      'steps of a flow',
      'expanding',
      steps.ms,
      () => flow.click(),
      this.#workbench.treeItem(/, step 1$/),
    );
    await flow.click();
    const second = await this.#bare(`/flows?${order}&page=2`);
    await this.#more('flows', second, record => `${record.name ?? ''}, flow,`);
    await this.#workbench.fold('Flows', true);
  }

  async devices(): Promise<void> {
    const order = 'orderBy=createdAt&orderByDirection=desc&pageSize=100';
    const first = await this.#bare(`/devices?${order}&page=1`);
    await this.#view('Devices', 'devices', first, record => `${record.name ?? ''}, device,`);
    const second = await this.#bare(`/devices?${order}&page=2`);
    await this.#more('devices', second, record => `${record.name ?? ''}, device,`);
    await this.#workbench.fold('Devices', true);
  }

  async actions(): Promise<void> {
    const order = `service=${SERVICE.name}&orderBy=name&orderByDirection=asc&pageSize=100`;
    const first = await this.#bare(`/actions?${order}&page=1`);
    const name = (record: Named): string => `${record.name ?? ''}, action,`;
    const service = this.#workbench.treeItem(`${SERVICE.label}, service`);
    await this.#wait(
      'actions',
      'opening',
      first.ms,
      () => this.#workbench.fold('Actions', false),
      this.#workbench.treeItem(/, action, /),
    );
    // Only one service is expanded, so that its rows are in view.
    await this.#sidebar.pressTitle('Actions', /Collapse All/);
    await this.#workbench
      .treeItem(/, action, /)
      .first()
      .waitFor({ state: 'hidden' });
    await this.#workbench.page.locator('[aria-expanded="false"]').and(service).waitFor();
    await this.#wait(
      'actions of a service',
      'expanding',
      first.ms,
      () => service.click(),
      this.#workbench.treeItem(name(first.page.items.at(-1) ?? { id: '' })),
    );
    const second = await this.#bare(`/actions?${order}&page=2`);
    await this.#more('actions', second, name);
    await this.#workbench.fold('Actions', true);
  }

  async messages(): Promise<void> {
    const boxes = await this.#bare('/mailboxes?page=1&pageSize=100');
    const address = (record: Named): string => `${record.address ?? ''}, mailbox`;
    await this.#view('Mailboxes', 'mailboxes', boxes, address);
    const box = boxes.page.items
      .toSorted((a, b) => ((a.address ?? '') < (b.address ?? '') ? -1 : 1))
      .findLast(record => record.address?.startsWith('box-'));
    const path = `/mailboxes/${box?.id ?? ''}/messages?limit=50`;
    const first = await this.#bare(path);
    const subject = (record: Named): string => `${record.subject ?? ''}, message,`;
    await this.#wait(
      'messages of a mailbox',
      'expanding',
      first.ms,
      () => this.#workbench.treeItem(address(box ?? { id: '' })).click(),
      this.#workbench.treeItem(subject(first.page.items.at(-1) ?? { id: '' })),
    );
    const second = await this.#bare(`${path}&cursor=${encodeURIComponent(first.page.nextCursor ?? '')}`);
    await this.#more('messages', second, subject);
  }

  /** Opens a view and waits for the last row of the first page. */
  async #view(
    view: string,
    list: string,
    { page, ms }: Bare,
    label: (record: Named) => string,
  ): Promise<void> {
    const last = this.#workbench.treeItem(label(page.items.at(-1) ?? { id: '' }));
    await this.#wait(list, 'opening', ms, () => this.#workbench.fold(view, false), last);
  }

  /** Loads the next page and waits for its first row. */
  async #more(list: string, { page, ms }: Bare, label: (record: Named) => string): Promise<void> {
    const row = this.#workbench.treeItem(label(page.items[0] ?? { id: '' }));
    const more = this.#workbench.treeItem(/^Load more/);
    // A click on a row that VS Code is replacing has no effect.
    const load = (): Promise<void> =>
      retry(`the next page of ${list}`, async () => {
        if (await more.isVisible()) await more.click(ATTEMPT);
        await row.first().waitFor(ATTEMPT);
      });
    await this.#wait(list, 'loading more', ms, load, row);
  }

  async #wait(
    list: string,
    act: Act,
    bare: number,
    begin: () => Promise<void>,
    until: Locator,
  ): Promise<void> {
    const shown = await timed(async () => {
      await begin();
      await until.first().waitFor();
    });
    this.#waits.push({ list, act, shown, bare });
  }

  /**
   * Requests the same page without VS Code. Returns it with the median time of several requests, since the sandbox is
   * warm in later ones.
   */
  async #bare(path: string): Promise<Bare> {
    const times: number[] = [];
    let page: Page = { items: [] };
    for (let round = 0; round < RUNS; round++) {
      times.push(
        await timed(async () => {
          const answer = await this.#sandbox.request('GET', path);
          if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
          page = { items: [], ...((await answer.json()) as Partial<Page>) };
        }),
      );
    }
    return { page, ms: median(times) };
  }
}

interface Bare {
  readonly page: Page;
  readonly ms: number;
}
