import type { RandomChoices } from './random.ts';
import type { DemoStep } from './step.ts';

type Make = (random: RandomChoices) => DemoStep;

const makers: readonly [Make, ...Make[]] = [
  random => ({
    method: 'device.tap',
    params: { target: { x: random.integer(0, 1079), y: random.integer(0, 2399) } },
  }),
  random => ({
    method: 'device.swipe',
    params: { gesture: { direction: random.pick(['up', 'down', 'left', 'right']) } },
  }),
  random => ({ method: 'device.typeText', params: { text: `order ${random.integer(1, 9999)}` } }),
  random => ({
    method: 'device.setLocation',
    params: { latitude: random.integer(-80, 80), longitude: random.integer(-179, 179) },
  }),
  random => ({ method: 'device.screenshot', params: { name: `screen-${random.integer(1, 99)}` } }),
  random => ({ method: 'flow.wait', params: { seconds: random.integer(1, 20) } }),
  random => ({ method: 'task.run', params: { task: `Open item ${random.integer(1, 50)} of the list.` } }),
  random => ({
    method: 'flow.repeat',
    params: { times: random.integer(2, 5) },
    children: [{ method: 'device.globalAction', params: { button: 'back' } }],
  }),
];

/** Returns two to six valid steps that use the demo catalog. */
export function largeSteps(random: RandomChoices): readonly DemoStep[] {
  return Array.from({ length: random.integer(2, 6) }, () => random.pick(makers)(random));
}
