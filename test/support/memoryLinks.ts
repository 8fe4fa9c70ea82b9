import type { LinkPort } from '../../src/deploy/deployContext.ts';
import { type FlowLink, type FlowLinkTable, readLinks, withLink } from '../../src/flow/deploy/flowLink.ts';

const CONNECTION = 'test';

/** Links stored as the text of a links file, as in the extension. */
export class MemoryLinks implements LinkPort {
  text = '{}';
  /** Number of writes. */
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

  readonly exclusively: LinkPort['exclusively'] = (_key, work) => work();

  /** Replaces a link, as another window may. */
  put(key: string, link: FlowLink | undefined): void {
    this.writes++;
    const content = JSON.parse(this.text) as Readonly<Record<string, unknown>>;
    this.text = JSON.stringify(withLink(content, CONNECTION, key, link));
  }
}
