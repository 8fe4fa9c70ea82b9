import { counted } from '../../../util/counted.ts';
import type { AppId } from '../../phone/state.ts';
import {
  completeCall,
  type Decide,
  openAddressCall,
  openAppCall,
  openNewestCall,
  pressCall,
  scrollCall,
  tapCall,
  typeCall,
  typeSecretCall,
  waitCall,
} from './agentCalls.ts';

/** A step of a scripted task: the agent's thought, and its calls; without calls, it only looks at the screen. */
export interface ScriptStep {
  readonly thought: string;
  readonly decide?: Decide;
  /** The duration in seconds; 1 by default. */
  readonly seconds?: number;
}

/** The script of a task, determined by its instruction. */
interface Script {
  readonly steps: readonly ScriptStep[];
  /** True if the task fails: its instruction contains a word that starts with “fail”. */
  readonly fails: boolean;
  /** The final message of the task. */
  readonly message: string;
}

/** An act that an instruction asks for, at its place in the instruction. */
interface PlacedStep extends ScriptStep {
  readonly at: number;
}

const APP_WORDS: readonly (readonly [words: RegExp, app: AppId])[] = [
  [/\b(messages?|inbox|mail|sms|passcode|code)\b/i, 'messages'],
  [/\b(maps?|location|route|position)\b/i, 'maps'],
  [/\b(settings?|wi-?fi|bluetooth|battery)\b/i, 'settings'],
  [/\b(form|account|survey|sign[ -]?up|register)\b/i, 'form'],
  [/\b(browser|web|news|search|website)\b/i, 'browser'],
];
/** An address without the punctuation that follows it. */
const ADDRESS = /https?:\/\/[^\s"'<>“”‘’]*[^\s"'<>“”‘’.,;:!?)\]]/;
/** A quoted text, which can contain quotes of another kind. */
const QUOTED = `(?:"([^"]{1,200})"|“([^”]{1,200})”|'([^']{1,200})')`;
/** The end of an act that names a field, such as `into "Name"`. */
const INTO = String.raw`(?:\s+into\s+(?:the\s+)?${QUOTED})?`;
const MAX_ACTS = 50;

/** The acts that an instruction can ask for, in its order; the groups of a pattern are its quoted texts. */
const ACTS: readonly (readonly [
  pattern: RegExp,
  steps: (quoted: readonly string[]) => readonly ScriptStep[],
])[] = [
  [
    new RegExp(String.raw`\btap\s+${QUOTED}`, 'gi'),
    ([name = '']) => [{ thought: `I tap “${name}”.`, decide: tapCall(name) }],
  ],
  [
    new RegExp(String.raw`\bhold\s+${QUOTED}`, 'gi'),
    ([name = '']) => [{ thought: `I hold “${name}”.`, decide: tapCall(name, true) }],
  ],
  [
    new RegExp(String.raw`\btry\s+${QUOTED}`, 'gi'),
    ([name = '']) => [
      { thought: `I look behind “${name}”.`, decide: tapCall(name) },
      { thought: 'That is not it, so I go back.', decide: pressCall('back') },
    ],
  ],
  [
    new RegExp(String.raw`\btype\s+${QUOTED}${INTO}`, 'gi'),
    ([text = '', field]) => [{ thought: `I type “${text}”.`, decide: typeCall(text, field) }],
  ],
  [
    new RegExp(String.raw`\benter\s+the\s+secret\s+${QUOTED}${INTO}`, 'gi'),
    ([id = '', field]) => [{ thought: `I enter the secret “${id}”.`, decide: typeSecretCall(id, field) }],
  ],
  [/\bscroll down\b/gi, () => [{ thought: 'I scroll down.', decide: scrollCall('down') }]],
  [/\bscroll up\b/gi, () => [{ thought: 'I scroll up.', decide: scrollCall('up') }]],
  [/\bpress enter\b/gi, () => [{ thought: 'I press the enter key.', decide: pressCall('enter') }]],
  [/\bgo back\b/gi, () => [{ thought: 'I press the back button.', decide: pressCall('back') }]],
  [
    /\b(?:go home|home screen)\b/gi,
    () => [{ thought: 'I press the home button.', decide: pressCall('home') }],
  ],
  [
    /\b(?:recents|recent apps)\b/gi,
    () => [{ thought: 'I press the recents button.', decide: pressCall('recents') }],
  ],
  [
    /\bwait (\d{1,5}) seconds?\b/gi,
    ([given]) => {
      const seconds = Number(given);
      return [{ thought: `I wait ${counted(seconds, 'second')}.`, decide: waitCall(seconds), seconds }];
    },
  ],
];

export function createScript(instruction: string): Script {
  const fails = /\bfail/i.test(instruction);
  const [sentence = instruction] = instruction.split(/(?<=[.!?])\s/);
  const message = fails ? `Failed as the instruction asked: ${sentence}` : `Done: ${sentence}`;
  const steps: ScriptStep[] = [
    { thought: 'I read the instruction and look at the screen.' },
    ...beginning(instruction),
    ...actsIn(instruction),
    { thought: 'I compare the screen with what was asked.' },
    {
      thought: fails ? 'I cannot do this.' : 'Everything that was asked is done.',
      decide: completeCall(!fails, message),
    },
  ];
  return { steps, fails, message };
}

/** Opens the address or the app that an instruction names. */
function beginning(instruction: string): readonly ScriptStep[] {
  const [address] = ADDRESS.exec(instruction) ?? [];
  if (address !== undefined) return [{ thought: `I open ${address}.`, decide: openAddressCall(address) }];
  // What is tapped or typed is on a screen and names no app.
  const words = ACTS.reduce((rest, [pattern]) => rest.replaceAll(pattern, ' '), instruction);
  const [, app] = APP_WORDS.find(([pattern]) => pattern.test(words)) ?? [];
  if (app === undefined) return [];
  const open: ScriptStep = { thought: `I open the ${app} app.`, decide: openAppCall(app) };
  return app === 'messages'
    ? [open, { thought: 'I open the newest message.', decide: openNewestCall() }]
    : [open];
}

function actsIn(instruction: string): readonly ScriptStep[] {
  const found: PlacedStep[] = ACTS.flatMap(([pattern, stepsOf]) =>
    [...instruction.matchAll(pattern)].flatMap(match =>
      stepsOf(match.slice(1).filter(Boolean)).map(step => ({ ...step, at: match.index })),
    ),
  );
  return found.toSorted((one, other) => one.at - other.at).slice(0, MAX_ACTS);
}
