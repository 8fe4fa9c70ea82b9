import { readTrace } from '../../flow/trace/traceFile.ts';
import { REPORT_ELEMENT, reportPage, type ReportPage } from '../../protocol/testReport.ts';
import type { TraceState } from '../../protocol/traceViewer.ts';
import { TraceReading } from '../../traceReading/traceReading.ts';
import { toError } from '../../util/errors.ts';
import { traceBrowser } from '../traceViewer/traceBrowser.ts';
import type { TracePort } from '../traceViewer/tracePort.ts';

/** Returns the content of the report; undefined if the file is damaged. */
export function readReport(): ReportPage | undefined {
  try {
    const content: unknown = JSON.parse(document.getElementById(REPORT_ELEMENT)?.textContent ?? '');
    return reportPage(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what a trace viewer needs to show the trace in an element of the page. */
export function embeddedTrace(id: string): TracePort {
  return {
    ...traceBrowser,
    isStandalone: true,
    connect: shown => {
      const reading = read(id);
      const show = (state: TraceState): void => shown(state);
      return {
        kept: undefined,
        first: undefined,
        keep: () => undefined,
        ask: async request => {
          if (request.kind !== 'open') return (await reading).answer(request);
          reading.then(
            ({ state }) => show(state),
            (error: unknown) => show({ kind: 'broken', sentence: toError(error).message }),
          );
          return undefined;
        },
      };
    },
  };
}

async function read(id: string): Promise<TraceReading> {
  const text = atob(document.getElementById(id)?.textContent ?? '');
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
  return new TraceReading(await readTrace(bytes));
}
