import { ruleText } from '../stores/faultText.ts';
import { sandboxClockText, type SandboxStore } from '../stores/sandboxStore.ts';
import type { TooltipFact } from './facts.ts';

/** Returns what the sandbox simulates: its clock if that was moved, and its faults. */
export function simulationFacts({
  state: { clock, faults },
  clockMoved,
}: Pick<SandboxStore, 'state' | 'clockMoved'>): readonly TooltipFact[] {
  return [
    ...(clock && clockMoved ? [['Clock', sandboxClockText(clock)] as const] : []),
    ...faults.map(fault => [fault.name ?? 'Fault', ruleText(fault)] as const),
  ];
}
