/** Names the color scheme and the contrast of the browser on the body, as VS Code does with its theme. */
export function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const show = (): void => {
    document.body.classList.toggle('vscode-dark', dark.matches);
    document.body.classList.toggle('vscode-light', !dark.matches);
    document.body.classList.toggle('vscode-high-contrast', contrast.matches);
  };
  for (const query of [dark, contrast]) query.addEventListener('change', show);
  show();
}
