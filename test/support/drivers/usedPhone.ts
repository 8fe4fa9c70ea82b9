import assert from 'node:assert/strict';
import type { UiNode, UiState } from '../../../src/contract/records/uiState.ts';
import type { Point } from '../../../src/sandbox/phone/geometry.ts';
import type { Display } from '../../../src/sandbox/phone/state.ts';
import {
  type PhoneCapability,
  type PhoneDriver,
  PhoneFailure,
  type PhoneFailureKind,
} from '../../../src/sandbox/runtime/phoneDriver.ts';

/** A driver with a new phone on its home screen, and the end of both. */
export interface CreatedDriver {
  readonly driver: PhoneDriver;
  readonly close: () => Promise<void>;
}

/** A kind of phone that the cases are run with. */
export interface TestedDriver {
  readonly name: string;
  readonly create: () => Promise<CreatedDriver>;
}

/** What must be true of every driver, and the test of it. */
export type DriverCases = Readonly<Record<string, (phone: UsedPhone) => Promise<void>>>;

/** The limits of calls that nobody ends. */
export const LIMITS = { signal: new AbortController().signal };

/** The packages of the apps that every phone of these tests has. */
export const APPS = {
  home: 'org.sandbox.launcher',
  form: 'org.sandbox.form',
  maps: 'org.sandbox.maps',
  settings: 'org.sandbox.settings',
  browser: 'org.sandbox.browser',
  system: 'org.sandbox.systemui',
  missing: 'com.example.missing',
} as const;

/** The fields of the form. */
export const FIELD = {
  name: { resourceId: 'org.sandbox.form:id/form.name' },
  email: { resourceId: 'org.sandbox.form:id/form.email' },
  password: { resourceId: 'org.sandbox.form:id/form.password' },
} as const;

/** A phone as the cases use it. */
export class UsedPhone {
  readonly driver: PhoneDriver;

  constructor(driver: PhoneDriver) {
    this.driver = driver;
  }

  /** The package name of the app in front. */
  async front(): Promise<string> {
    return (await this.driver.facts(LIMITS)).currentApp;
  }

  async display(): Promise<Display> {
    return this.driver.display(0, LIMITS);
  }

  async tree(): Promise<UiState> {
    return this.driver.tree(0, LIMITS);
  }

  /** The elements of the app in front. */
  async elements(): Promise<readonly UiNode[]> {
    return elementsIn((await this.tree()).a11y_tree);
  }

  async texts(): Promise<readonly string[]> {
    return (await this.elements()).map(({ text }) => text ?? '').filter(text => text !== '');
  }

  async find(wanted: Partial<UiNode>): Promise<UiNode> {
    const entries = Object.entries(wanted);
    const found = (await this.elements()).find(node => entries.every(([key, value]) => node[key] === value));
    assert.ok(found, `no element ${JSON.stringify(wanted)}`);
    return found;
  }

  async textOf(wanted: Partial<UiNode>): Promise<UiNode['text']> {
    return (await this.find(wanted)).text;
  }

  async tap(wanted: Partial<UiNode>): Promise<void> {
    await this.driver.tap(0, centerOf(await this.find(wanted)), LIMITS);
  }

  /** Opens the form and focuses one of its fields. */
  async openForm(field: Partial<UiNode> = FIELD.name): Promise<void> {
    await this.driver.apps.start(APPS.form, LIMITS);
    await this.tap(field);
  }

  /** Moves a finger up or down in the middle of the display, by a part of its height. */
  async scroll(part: number): Promise<void> {
    const { width, height } = await this.display();
    const x = Math.round(width / 2);
    const path = [
      { x, y: Math.round(height * (0.5 + part / 2)), ms: 0 },
      { x, y: Math.round(height * (0.5 - part / 2)), ms: 300 },
    ];
    await this.driver.swipe(0, path, LIMITS);
  }

  /** Waits for a call, which must be refused as unsupported without the capability. Returns true if it has it. */
  async requires(capability: PhoneCapability, call: Promise<unknown>): Promise<boolean> {
    const has = this.driver.capabilities[capability];
    if (has) await call;
    else await assert.rejects(call, isFailure('unsupported'));
    return has;
  }
}

/** Returns an element and all within it. */
export function elementsIn(node: UiNode | null | undefined): readonly UiNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(elementsIn)] : [];
}

export function centerOf({ boundsInScreen }: UiNode): Point {
  assert.ok(boundsInScreen);
  const { left, top, right, bottom } = boundsInScreen;
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

/** Returns a check for a failure of a kind, whose message must be one sentence. */
export function isFailure(kind: PhoneFailureKind, message = /./): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof PhoneFailure, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, message);
    assert.match(error.message, /^[A-ZT/].*\.$/s);
    return true;
  };
}

/** Tests that a driver does what every driver must do. */
export function testDriver(path: string, { name, create }: TestedDriver, cases: DriverCases): void {
  describe(`${path}: ${name}`, () => {
    let created: CreatedDriver | undefined;

    afterEach(async () => {
      await created?.close();
      created = undefined;
    });

    for (const [title, check] of Object.entries(cases))
      it(title, async () => {
        created = await create();
        await check(new UsedPhone(created.driver));
      });
  });
}
