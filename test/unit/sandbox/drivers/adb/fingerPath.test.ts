import assert from 'node:assert/strict';
import { pathCommands } from '../../../../../src/sandbox/drivers/adb/fingerPath.ts';

const INPUT = ['input'] as const;
const straight = [
  { x: 100, y: 900, ms: 0 },
  { x: 100.4, y: 500, ms: 150 },
  { x: 100, y: 100, ms: 300 },
];
const curved = [
  { x: 100, y: 900, ms: 0 },
  { x: 200, y: 700, ms: 20 },
  { x: 300, y: 500, ms: 140 },
  { x: 100, y: 100, ms: 160 },
];

describe('sandbox/drivers/adb/fingerPath', () => {
  it('a straight path and a finger that stays are swipes', () => {
    assert.deepEqual(pathCommands(INPUT, straight, true), [['input', 'swipe', 100, 900, 100, 100, 300]]);
    const still = [
      { x: 5, y: 6, ms: 0 },
      { x: 5, y: 6, ms: 800 },
    ];
    assert.deepEqual(pathCommands(INPUT, still, true), [['input', 'swipe', 5, 6, 5, 6, 800]]);
    assert.deepEqual(pathCommands(INPUT, still.slice(0, 1), true), [['input', 'swipe', 5, 6, 5, 6, 1]]);
  });

  it('a curved path is followed by events with pauses, without points that follow too fast', () => {
    assert.deepEqual(pathCommands(INPUT, curved, true), [
      ['input', 'motionevent', 'DOWN', 100, 900],
      ['sleep', '0.100'],
      ['input', 'motionevent', 'MOVE', 300, 500],
      ['input', 'motionevent', 'MOVE', 100, 100],
      ['input', 'motionevent', 'UP', 100, 100],
    ]);
  });

  it('a pause in the middle of a straight path is followed', () => {
    const paused = [
      { x: 0, y: 0, ms: 0 },
      { x: 0, y: 100, ms: 100 },
      { x: 0, y: 100, ms: 900 },
      { x: 0, y: 400, ms: 1000 },
    ];
    assert.equal(pathCommands(INPUT, paused, true)[0]?.[1], 'motionevent');
  });

  it('each command of a path begins like the input of its display', () => {
    for (const path of [straight, curved])
      for (const command of pathCommands(['input', '-d', 3], path, true))
        if (command[0] !== 'sleep') assert.deepEqual(command.slice(0, 3), ['input', '-d', 3]);
  });

  it('a phone without events moves the finger straight to the end', () => {
    assert.deepEqual(pathCommands(INPUT, curved, false), [['input', 'swipe', 100, 900, 100, 100, 160]]);
  });
});
