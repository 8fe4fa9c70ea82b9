import type { LinkPort } from '../../src/deploy/linkPort.ts';
import { type FlowLinkTable, linksIn, withLink } from '../../src/flow/deploy/flowLink.ts';

const CONNECTION = 'test';

/** Links kept as the text of a links file, as the extension keeps them. */
export class MemoryLinks implements LinkPort {
  text = '{}';
  /** How often a link was written. */
  writes = 0;

  get table(): FlowLinkTable {
    return linksIn(JSON.parse(this.text), CONNECTION);
  }

  readonly all: LinkPort['all'] = () => Promise.resolve(this.table);

  readonly write: LinkPort['write'] = (path, link) => {
    this.writes++;
    const content = JSON.parse(this.text) as Readonly<Record<string, unknown>>;
    this.text = JSON.stringify(withLink(content, CONNECTION, path, link));
    return Promise.resolve();
  };
}
