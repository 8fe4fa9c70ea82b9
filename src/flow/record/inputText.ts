import type { RecordedInput } from './wantedValues.ts';

/** Describes the action for an act, as the end of “A step that …”. */
export function describeInput(input: RecordedInput): string {
  switch (input.kind) {
    case 'tap':
      return 'taps a point';
    case 'swipe':
      return 'swipes between two points';
    case 'text':
      return 'types text';
    case 'clear':
      return 'clears the field';
    case 'key':
      return 'presses a key';
    case 'global':
      return `presses ${input.button}`;
    case 'locate':
      return 'sets the location';
    case 'resetLocation':
      return 'resets the location';
    case 'wait':
      return 'waits';
  }
}
