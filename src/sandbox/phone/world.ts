/** A message that the phone's Messages app shows. */
export interface PhoneMessage {
  readonly id: string;
  readonly from: string;
  readonly subject?: string;
  readonly text: string;
  /** The one-time passcode found in the message. */
  readonly otp?: string;
  readonly receivedAt: Date;
}

/** What the screen shows besides the phone's own state; given anew at each gesture and picture. */
export interface World {
  readonly now: Date;
  /** An IANA name such as `Europe/Lisbon`, in which the phone tells the time. */
  readonly timeZone: string;
  /** Decimal degrees; negative is south and west (spec 4.8). */
  readonly position: { readonly latitude: number; readonly longitude: number };
  readonly deviceName: string;
  /** 0 to 100. */
  readonly batteryPercent: number;
  /** Latest first or in any order. */
  readonly messages: readonly PhoneMessage[];
}

/** The messages, latest first. */
export function latestMessages(world: World): readonly PhoneMessage[] {
  return world.messages.toSorted((first, second) => second.receivedAt.getTime() - first.receivedAt.getTime());
}

/** Hours and minutes as the phone's clock shows them. */
export function clockText(moment: Date, world: World): string {
  return format(moment, world, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** Weekday, day and month, such as `Friday 14 March`. */
export function dayText(moment: Date, world: World): string {
  return format(moment, world, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');
}

/** The time of a moment of today, the day and month of any other. */
export function momentText(moment: Date, world: World): string {
  const isToday = dateText(moment, world) === dateText(world.now, world);
  return isToday ? clockText(moment, world) : format(moment, world, { day: 'numeric', month: 'short' });
}

function dateText(moment: Date, world: World): string {
  return format(moment, world, { dateStyle: 'short' });
}

function format(moment: Date, world: World, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: world.timeZone }).format(moment);
}

/** A position as people read it, such as `38.72230° N, 9.13930° W`. */
export function positionText({ latitude, longitude }: World['position']): string {
  const north = `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? 'S' : 'N'}`;
  return `${north}, ${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? 'W' : 'E'}`;
}
