import { once } from '../../util/once.ts';

export interface TextFormat {
  /** A description such as `an e-mail address`. */
  readonly words: string;
  readonly holds: (text: string) => boolean;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;
const DURATION =
  /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;
const LOCAL_PART = /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[^"\\\r\n]|\\[ -~])*")$/;
const LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
// Compiling Unicode classes is slow, so it is deferred until they are needed.
const wideLabel = once(() => {
  const inner = String.raw`[\p{L}\p{N}\p{M}\u00b7\u0375\u05f3\u05f4\u30fb\u200c-\u200d-]*[\p{L}\p{N}\p{M}]`;
  return new RegExp(String.raw`^[\p{L}\p{N}](?:${inner})?$`, 'u');
});
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:/;
const PLAIN_REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-fA-F]{2})*$/;
const wideReference = once(() => {
  const character = String.raw`[\w\-.~:/?#[\]@!$&'()*+,;=\u00a0-\u{10ffff}]`;
  return new RegExp(`^(?:${character}|%[\\da-fA-F]{2})*$`, 'u');
});
const template = once(() => {
  const variable = String.raw`(?:\w|%[\da-fA-F]{2})+(?:\.(?:\w|%[\da-fA-F]{2})+)*(?::[1-9]\d{0,3}|\*)?`;
  const literal = String.raw`[^\s\p{Cc}{}"<>\\^\x60|%]|%[\da-fA-F]{2}`;
  return new RegExp(`^(?:${literal}|\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\})*$`, 'u');
});
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const RELATIVE_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/;
const UUID = /^[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}$/;

/** The supported formats by name; other formats accept any text. */
export const formats: ReadonlyMap<string, TextFormat> = new Map(
  Object.entries({
    'date-time': {
      words: 'a date and time such as 2026-03-14T09:30:00Z',
      holds: text => {
        const [date, time] = [text.slice(0, 10), text.slice(11)];
        return isDate(date) && /^[tT]$/.test(text.charAt(10)) && isTime(time);
      },
    },
    date: { words: 'a date such as 2026-03-14', holds: isDate },
    time: { words: 'a time with its zone such as 09:30:00Z', holds: isTime },
    duration: {
      words: 'a duration such as PT30S',
      holds: text => DURATION.test(text) && !text.endsWith('T'),
    },
    email: { words: 'an e-mail address', holds: text => isEmail(text, isHostname) && isPlain(text) },
    'idn-email': { words: 'an e-mail address', holds: text => isEmail(text, isWideHostname) },
    hostname: { words: 'a host name', holds: isHostname },
    'idn-hostname': { words: 'a host name', holds: isWideHostname },
    ipv4: { words: 'an IPv4 address such as 192.0.2.1', holds: text => IPV4.test(text) },
    ipv6: { words: 'an IPv6 address such as 2001:db8::1', holds: isIpv6 },
    uri: {
      words: 'an address such as https://example.com',
      holds: text => isReference(text, PLAIN_REFERENCE, true),
    },
    'uri-reference': {
      words: 'an address or a part of one',
      holds: text => isReference(text, PLAIN_REFERENCE, false),
    },
    iri: {
      words: 'an address such as https://example.com',
      holds: text => isReference(text, wideReference(), true),
    },
    'iri-reference': {
      words: 'an address or a part of one',
      holds: text => isReference(text, wideReference(), false),
    },
    'uri-template': { words: 'an address template', holds: text => template().test(text) },
    'json-pointer': { words: 'a JSON pointer such as /items/0', holds: text => POINTER.test(text) },
    'relative-json-pointer': {
      words: 'a relative JSON pointer such as 1/name',
      holds: text => RELATIVE_POINTER.test(text),
    },
    regex: { words: 'a regular expression', holds: isRegex },
    uuid: { words: 'a UUID', holds: text => UUID.test(text) },
  } satisfies Record<string, TextFormat>),
);

function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second] = match.slice(1, 4).map(Number) as [number, number, number];
  const [zoneHour, zoneMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last second of a day in UTC.
  const shift = (zoneHour * 60 + zoneMinute) * (match[4] === '-' ? 1 : -1);
  return (hour * 60 + minute + shift + 2880) % 1440 === 1439;
}

function isEmail(text: string, isHost: (text: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  const [local, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64) return false;
  if (host.startsWith('[') && host.endsWith(']')) {
    const address = host.slice(1, -1);
    return IPV4.test(address) || (/^IPv6:/i.test(address) && isIpv6(address.slice(5)));
  }
  return (LOCAL_PART.test(local) || (!isPlain(local) && !/[\s@"]/.test(local))) && isHost(host);
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  return text.split('.').every(label => LABEL.test(label) && (!/^..--/.test(label) || isEncoded(label)));
}

/** True for a valid Punycode label. */
function isEncoded(label: string): boolean {
  if (!/^xn--/i.test(label)) return false;
  const url = `http://${label}.example/`;
  return URL.canParse(url);
}

function isWideHostname(text: string): boolean {
  if (text.length > 253 || text === '') return false;
  return text.split(/[.\u3002\uff0e\uff61]/u).every(label => {
    if (isPlain(label)) return isHostname(label);
    return (
      wideLabel().test(label) &&
      !/^..--/u.test(label) &&
      label.length <= 63 &&
      URL.canParse(`http://${label}/`)
    );
  });
}

function isIpv6(text: string): boolean {
  if (!/^[\da-fA-F:.]*$/.test(text)) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map(half => (half === '' ? [] : half.split(':')));
  const allGroups = groups.flat();
  const last = allGroups.at(-1);
  const withV4 = last?.includes('.') === true && groups.at(-1)?.length !== 0;
  const plain = withV4 ? allGroups.slice(0, -1) : allGroups;
  if (withV4 && !IPV4.test(last)) return false;
  if (!plain.every(group => /^[\da-fA-F]{1,4}$/.test(group))) return false;
  const count = plain.length + (withV4 ? 2 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}

function isReference(text: string, characters: RegExp, whole: boolean): boolean {
  if (!characters.test(text)) return false;
  if (whole && !SCHEME.test(text)) return false;
  const hash = text.indexOf('#');
  if (hash !== -1 && text.includes('#', hash + 1)) return false;
  const [address = ''] = text.split(/[?#]/);
  const authority = /^(?:[^:/]+:)?\/\/([^/]*)/.exec(address)?.[1];
  const rest = authority === undefined ? text : text.replace(authority, '');
  if (/[[\]]/.test(rest)) return false;
  if (authority === undefined) return SCHEME.test(text) || !/^[^/]*:/.test(address);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const bracket = /^\[(.*)\](?::\d*)?$/.exec(host)?.[1];
  if (bracket !== undefined) return isIpv6(bracket) || /^[vV][\da-fA-F]+\..+$/.test(bracket);
  return !/[[\]]|@.*@/.test(authority) && /^[^:]*(?::\d*)?$/.test(host);
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
