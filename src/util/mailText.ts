import { BUDGETS } from './budgets.ts';

/** A link of a mail to a web page. */
export interface MailLink {
  /** The text of the link; the address itself if it has no other. */
  readonly text: string;
  readonly address: string;
}

/** The content of a mail without markup. */
interface MailContent {
  readonly text: string;
  /** The links to web pages, each address once, in the order of the mail. */
  readonly links: readonly MailLink[];
}

const MAX_ADDRESS_LENGTH = 2000;
const MAX_LINKS = 100;

const TAG_NAMES =
  'a|abbr|article|b|blockquote|body|br|center|code|dd|div|dl|dt|em|font|footer|form|h[1-6]|head|header|hr|html|i|img|li|link|main|meta|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|thead|title|tr|u|ul';

/** The beginning of HTML, or a tag that plain text hardly contains. */
const MARKUP = new RegExp(
  String.raw`^\s{0,1000}<(?:!doctype|!--|(?:${TAG_NAMES})(?=[\s/>]))|</(?:${TAG_NAMES})>|<br\s?/?>|<a\s[^<>]{0,200}href=`,
  'i',
);

/** Elements whose content is no text of the mail. */
const WITHOUT_TEXT = /^(?:script|style|title|template|noscript|iframe|object|svg|math)$/;

const BLOCK =
  /^(?:address|article|blockquote|body|br|center|dd|div|dl|dt|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|table|tr|ul)$/;

const CELL = /^t[dh]$/;

const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"'`\\]{1,2000}/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
};

/**
 * Returns the text of a mail and its links. HTML becomes text, in which the address of a link follows the text of the
 * link; nothing of it is kept as markup. Other text stays as it is. Reads the beginning of a long mail only, once.
 */
export function readMail(mail: string): MailContent {
  const text = mail.slice(0, BUDGETS.mail.characters);
  return MARKUP.test(text) ? new HtmlText(text).read() : { text, links: addLinks([], text) };
}

/** Returns the text of a mail without markup. */
export function mailText(mail: string): string {
  return readMail(mail).text;
}

/** The text of an HTML document, which is read from its beginning to its end without going back. */
class HtmlText {
  readonly #html: string;
  readonly #links: MailLink[] = [];
  #text = '';
  /** The link whose text is read, and where that text begins. */
  #open: { readonly address: string; readonly from: number } | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  read(): MailContent {
    const html = this.#html;
    let at = 0;
    while (at < html.length) {
      const start = html.indexOf('<', at);
      this.#addText(html.slice(at, start < 0 ? html.length : start));
      if (start < 0) break;
      at = this.#readMarkup(start);
    }
    this.#closeLink();
    const lines = this.#text.split('\n').map(line => line.replaceAll(/\s+/g, ' ').trim());
    const text = lines.filter(line => line !== '').join('\n');
    return { text, links: addLinks(this.#links, text) };
  }

  /** Reads a comment or a tag, and returns where the text after it begins. What never ends reaches to the end. */
  #readMarkup(start: number): number {
    const html = this.#html;
    if (html.startsWith('<!--', start)) return endOf(html, '-->', start + 4);
    if (/[!?]/.test(html.charAt(start + 1))) return endOf(html, '>', start);
    const name = /^<\/?([a-z][a-z\d]{0,20})/i.exec(html.slice(start, start + 24))?.[1]?.toLowerCase();
    if (name === undefined) {
      this.#addText('<');
      return start + 1;
    }
    const end = endOfTag(html, start);
    this.#readTag(name, html.slice(start, end));
    if (!WITHOUT_TEXT.test(name) || html.charAt(start + 1) === '/') return end;
    const closing = new RegExp(`</${name}`, 'gi');
    closing.lastIndex = end;
    const found = closing.exec(html);
    return found ? endOf(html, '>', found.index) : html.length;
  }

  #readTag(name: string, tag: string): void {
    if (name === 'a') {
      this.#closeLink();
      const address = linkAddress(attributeOf(tag, 'href'));
      if (address !== undefined) this.#open = { address, from: this.#text.length };
    } else if (name === 'img') this.#addText(attributeOf(tag, 'alt') ?? '');
    else if (BLOCK.test(name)) this.#text += '\n';
    else if (CELL.test(name)) this.#text += ' ';
  }

  #closeLink(): void {
    const link = this.#open;
    if (!link) return;
    this.#open = undefined;
    const shown = this.#text.slice(link.from).replaceAll(/\s+/g, ' ').trim();
    const plain = link.address.replace(/^mailto:/i, '');
    if (shown !== link.address && shown !== plain) this.#text += shown === '' ? plain : ` (${plain})`;
    if (plain === link.address && this.#links.length < MAX_LINKS)
      this.#links.push({ text: shown || link.address, address: link.address });
  }

  #addText(text: string): void {
    this.#text += decodeEntities(text).replaceAll(/\s+/g, ' ');
  }
}

/** Returns the position after a tag. A `>` in a quoted value does not end it. */
function endOfTag(html: string, start: number): number {
  let isValue = false;
  for (let at = start + 1; at < html.length; at++) {
    const character = html.charAt(at);
    if (character === '>') return at + 1;
    if (isValue && (character === '"' || character === "'")) {
      const end = html.indexOf(character, at + 1);
      if (end < 0) return html.length;
      at = end;
    }
    if (!/\s/.test(character)) isValue = character === '=';
  }
  return html.length;
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function attributeOf(tag: string, name: 'href' | 'alt'): string | undefined {
  const value = new RegExp(String.raw`[\s"'/]${name}\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i');
  const found = value.exec(tag.slice(0, 2 * MAX_ADDRESS_LENGTH));
  return found ? decodeEntities(found[1] ?? found[2] ?? found[3] ?? '') : undefined;
}

// Addresses of other kinds, such as scripts, are left out.
function linkAddress(href: string | undefined): string | undefined {
  const address = href?.trim() ?? '';
  const isShown = /^(?:https?:\/\/|mailto:)[^\s<>"'`\\]+$/i.test(address) && URL.canParse(address);
  return isShown && address.length <= MAX_ADDRESS_LENGTH ? address : undefined;
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, ...parts: unknown[]) => {
    const [decimal, hexadecimal, name] = parts.map(part => (typeof part === 'string' ? part : undefined));
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}

/** Adds the addresses of web pages that stand in a text to links, each once. */
function addLinks(links: readonly MailLink[], text: string): readonly MailLink[] {
  const byAddress = new Map(links.map(link => [link.address, link]));
  for (const [found] of text.matchAll(WEB_ADDRESS)) {
    if (byAddress.size >= MAX_LINKS) break;
    const address = withoutPunctuation(found);
    if (URL.canParse(address) && !byAddress.has(address)) byAddress.set(address, { text: address, address });
  }
  return [...byAddress.values()];
}

// Punctuation behind an address belongs to the sentence, and so does a parenthesis that the address does not open.
function withoutPunctuation(found: string): string {
  const marks = found.includes('(') ? '.,;:!?*_~]}' : '.,;:!?*_~]})';
  let end = found.length;
  while (marks.includes(found.charAt(end - 1))) end--;
  return found.slice(0, end);
}
