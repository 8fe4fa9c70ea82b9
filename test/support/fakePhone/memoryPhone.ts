import type { LayoutFault } from '../../../src/contract/sandbox/fault.ts';
import type { Location } from '../../../src/contract/records/gesture.ts';
import { restartPhone } from '../../../src/sandbox/phone/applyEffect.ts';
import { renderPng } from '../../../src/sandbox/phone/renderPng.ts';
import type { ScreenContext } from '../../../src/sandbox/phone/screenContext.ts';
import { createPhone, type PhoneState, type Platform } from '../../../src/sandbox/phone/state.ts';
import type { SimulatedHost } from '../../../src/sandbox/drivers/simulated/simulatedPhone.ts';

/** The real position of the phone. */
const HOME: Location = { latitude: 52.52, longitude: 13.405 };

/** A simulated phone that is kept in memory. It has no files of its own. */
export class MemoryPhone implements SimulatedHost {
  state: PhoneState;
  position: Location | null = null;
  /** The other layout of the apps; undefined for the usual one. */
  layout: LayoutFault | undefined;
  readonly capabilities = {
    accessibility: true,
    apps: true,
    clipboard: true,
    files: false,
    geo: true,
    language: true,
    time: true,
  };
  readonly files: SimulatedHost['files'] = {
    list: () => [],
    read: noFiles,
    write: noFiles,
    remove: noFiles,
  };

  constructor(platform: Platform = 'android-phone', hasSecondDisplay = false) {
    this.state = createPhone(platform, hasSecondDisplay);
  }

  get context(): ScreenContext {
    return {
      now: new Date('2026-11-21T09:41:00Z'),
      timeZone: this.state.timeZone ?? 'Europe/Berlin',
      position: this.position ?? HOME,
      deviceName: 'Pixel 7',
      batteryPercent: 80,
      messages: [
        {
          id: 'm1',
          from: 'Zoë “Öz” <zoe@shop.example>',
          subject: '¡Olá! 你好 😀 & welcome',
          text: 'Grüße, it is "quoted".\nSecond line.',
          receivedAt: new Date('2026-11-21T09:30:00Z'),
        },
      ],
      ...(this.state.locale === undefined ? {} : { locale: this.state.locale }),
      ...(this.layout ? { layout: this.layout } : {}),
    };
  }

  isStill(): boolean {
    return true;
  }

  read(): ReturnType<SimulatedHost['read']> {
    const write = (state: PhoneState): void => {
      this.state = state;
    };
    return { state: this.state, context: () => this.context, write };
  }

  draw(displayId: number): Promise<Uint8Array> {
    const png = renderPng(this.state, this.context, { displayId });
    return png ? Promise.resolve(png) : Promise.reject(new Error('no such display'));
  }

  move(position: Location | null): void {
    this.position = position;
  }

  reboot(): Promise<void> {
    this.state = restartPhone(this.state);
    return Promise.resolve();
  }
}

function noFiles(): never {
  throw new Error('This phone has no files.');
}
