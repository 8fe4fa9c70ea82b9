import './theme.css';
import '../common/page.css';
import '../common/pictureSet.css';
import '../traceViewer/steps.css';
import '../traceViewer/traceViewer.css';
import '../traceViewer/evidence.css';
import './testReport.css';
import { startPage } from '../common/startPage.ts';
import { TraceFilmstrip } from '../traceViewer/filmstrip.ts';
import { TraceTree } from '../traceViewer/traceTree.ts';
import { TraceViewer } from '../traceViewer/traceViewer.ts';
import { TestReportView } from './testReport.ts';

followColorScheme();
startPage('test-report', {
  'trace-tree': TraceTree,
  'trace-filmstrip': TraceFilmstrip,
  'trace-viewer': TraceViewer,
  'test-report': TestReportView,
});

/** Names the color scheme and the contrast of the browser on the body, as VS Code does with its theme. */
function followColorScheme(): void {
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
