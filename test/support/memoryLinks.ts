import type { LinkPort } from '../../src/deploy/deployContext.ts';
import { type FlowLink, type FlowLinkTable, readLinks, withLink } from '../../src/flow/deploy/flowLink.ts';

const CONNECTION = 'test';

/** Links kept as the text of a links file, as the extension keeps them. */
export class MemoryLinks implements LinkPort {
  text = '{}';
  /** How often a link was written. */
  writes = 0;

  get table(): FlowLinkTable {
    return readLinks(JSON.parse(this.text), CONNECTION);
  }

  readonly all: LinkPort['all'] = () => Promise.resolve(this.table);

  readonly update: LinkPort['update'] = (key, change) => {
    const link = this.table[key];
    const changed = change(link);
    if (changed !== link) this.put(key, changed);
    return Promise.resolve();
  };

  /** Puts a link in place of what is there, as another window may. */
  put(key: string, link: FlowLink | undefined): void {
    this.writes++;
    const content = JSON.parse(this.text) as Readonly<Record<string, unknown>>;
    this.text = JSON.stringify(withLink(content, CONNECTION, key, link));
  }
}
