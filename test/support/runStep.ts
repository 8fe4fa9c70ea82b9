import type { Service } from '../../src/sandbox/service.ts';
import type { RunFile, StepKinds, StepOutput } from '../../src/sandbox/step.ts';

/** A step before another, whose output that can see. */
export type Earlier = { readonly method: string; readonly output: StepOutput };

/** Carries out one step as the engine would; `pictures` are files of the run by name, with their contents. */
export function runStep(
  service: Service,
  kinds: StepKinds,
  method: string,
  params: object,
  deviceId?: string,
  pictures: Readonly<Record<string, string>> = {},
  more: { readonly earlier?: readonly Earlier[]; readonly show?: (output: StepOutput) => void } = {},
): Promise<Record<string, unknown>> {
  const kind = kinds[method];
  if (!kind) throw new Error(`There is no step ${method}.`);
  const executionId = '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04';
  const files: RunFile[] = Object.entries(pictures).map(([name, text]) => ({
    id: `file_${name}`,
    executionId,
    filename: `${name}.png`,
    mimeType: 'image/png',
    sizeBytes: text.length,
    base64: Buffer.from(text).toString('base64'),
  }));
  return kind.run({
    params: { ...params },
    deviceId,
    run: {
      executionId,
      flowId: executionId,
      startedAt: service.clock.now(),
      earlier: more.earlier ?? [],
      files: () => files,
      keepFile: (filename, mimeType, bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        files.push({
          id: `file_${files.length}`,
          executionId,
          filename,
          mimeType,
          sizeBytes: bytes.length,
          base64,
        });
        return `file_${files.length - 1}`;
      },
    },
    service,
    show: more.show ?? (() => undefined),
    signal: new AbortController().signal,
  });
}
