import { ruleText } from '../stores/faultText.ts';
import { clockText, type SandboxStore } from '../stores/sandboxStore.ts';
import type { Fact } from './facts.ts';

/** Returns what the sandbox simulates: its clock if that was moved, and its faults. */
export function simulationFacts({
  state: { clock, faults },
  clockMoved,
}: Pick<SandboxStore, 'state' | 'clockMoved'>): readonly Fact[] {
  return [
    ...(clock && clockMoved ? [['Clock', clockText(clock)] as const] : []),
    ...faults.map(fault => [fault.name ?? 'Fault', ruleText(fault)] as const),
  ];
}
