import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { icons } from '../../../scripts/icons.mjs';
import { readSources } from '../../support/sourceRules/source.ts';

const root = new URL('../../../', import.meta.url).pathname;

describe('scripts/icons', () => {
  let style = '';

  before(async () => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ['@vscode/codicons/dist/codicon.css'],
      bundle: true,
      write: false,
      plugins: [icons],
    });
    style = outputFiles[0]?.text ?? '';
  });

  it('the style sheet of icons has the icons that pages draw by name, and no others', () => {
    const sources = readSources(`${root}src/webview`);
    const drawn = sources.flatMap(({ tree }) =>
      [...tree.text.matchAll(/\b(?:codicon|iconButton)\('([a-z][a-z0-9-]*)/g)].map(([, name]) => name),
    );
    assert.ok(drawn.length > 30);
    for (const name of drawn) assert.ok(style.includes(`.codicon-${name}:before`), name);
    assert.ok(!style.includes('.codicon-squirrel:before'));
  });

  it('the style sheet of icons has a font with these icons only', () => {
    const [, font = ''] = /url\("?data:font\/woff2;base64,([^")]+)/.exec(style) ?? [];
    const bytes = Buffer.from(font, 'base64');
    assert.equal(bytes.toString('latin1', 0, 4), 'wOF2');
    assert.ok(bytes.length < 30_000, `${bytes.length} bytes`);
  });
});
