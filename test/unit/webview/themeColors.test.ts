import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { THEMES } from '../../support/webviewPage.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The lowest contrast of a graphic with its background (WCAG 2.2, 1.4.11). */
const LOWEST = 3;

/** Theme colors of success and progress in views and pages, as VS Code names them in style sheets. */
const COLORS = ['charts-green', 'charts-blue'];

function variablesOf(theme: string): Readonly<Record<string, string>> {
  const text = readFileSync(resolve(root, `test/fixtures/themes/${theme}.json`), 'utf8');
  return (JSON.parse(text) as { readonly variables: Readonly<Record<string, string>> }).variables;
}

function luminance(color = ''): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(color: string | undefined, background: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(color), luminance(background)].toSorted(
    (one, other) => one - other,
  );
  return (light + 0.05) / (dark + 0.05);
}

describe('webview/themeColors: theme colors of icons', () => {
  for (const theme of THEMES)
    it(`the theme colors of icons can be seen in the theme “${theme}”`, () => {
      const variables = variablesOf(theme);
      for (const color of COLORS) {
        const found = contrast(variables[`--vscode-${color}`], variables['--vscode-editor-background']);
        assert.ok(found >= LOWEST, `${color}: ${found}`);
      }
    });

  it('the theme colors of icons are not the green of the Test Explorer, which is pale in light themes', () => {
    const variables = variablesOf('light');
    const pale = contrast(variables['--vscode-testing-iconPassed'], variables['--vscode-editor-background']);
    assert.ok(pale < LOWEST);
    const files = globSync('src/{views,webview}/**/*.{ts,css}', { cwd: root });
    assert.ok(files.length > 100);
    const using = files.filter(file =>
      /testing[.-]iconPassed/.test(readFileSync(resolve(root, file), 'utf8')),
    );
    assert.deepEqual(using, []);
  });
});

describe('webview/themeColors: controls of pages', () => {
  it('the controls of pages that the browser draws are dark in dark themes', () => {
    const page = readFileSync(resolve(root, 'src/webview/common/page.css'), 'utf8');
    const [, selectors = ''] = /([^}]*)\{\s*color-scheme: dark;/.exec(page) ?? [];
    assert.match(selectors, /\.vscode-dark :is\(select, input, textarea\)/);
    assert.match(selectors, /\.vscode-high-contrast:not\(\.vscode-high-contrast-light\)/);
  });

  it('the controls of pages have the color of the active border if they are the main buttons, in high contrast', () => {
    for (const [file, rule] of [
      ['common/page.css', '.secondary-button.primary'],
      ['devicePanel/devicePanel.css', '.main-button'],
      ['deviceGrid/deviceGrid.css', ".top .secondary-button[aria-pressed='true']"],
    ] as const) {
      const sheet = readFileSync(resolve(root, 'src/webview', file), 'utf8');
      const [body = ''] = sheet.split(`${rule} {`)[1]?.split('}') ?? [];
      assert.match(body, /border(?:-color)?:[^;]*var\(\s*--vscode-contrastActiveBorder,/, rule);
    }
  });
});
