import { counted } from '../../../util/counted.ts';
import { openApp, openScreen } from '../../phone/applyEffect.ts';
import { type GlobalButton, pressGlobal } from '../../phone/keys.ts';
import { openAddress } from '../../phone/openAddress.ts';
import type { AppId, PhoneState } from '../../phone/state.ts';
import { typeText } from '../../phone/typing.ts';
import { latestMessages, type ScreenContext } from '../../phone/screenContext.ts';

/** A step of a scripted task: the agent's thought, its tool, and the effect on the phone. */
export interface ScriptStep {
  readonly thought: string;
  readonly tool: string;
  readonly apply?: (state: PhoneState, context: ScreenContext) => PhoneState;
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

const APP_WORDS: readonly (readonly [words: RegExp, app: AppId])[] = [
  [/\b(messages?|inbox|mail|sms|passcode|code)\b/i, 'messages'],
  [/\b(maps?|location|route|position)\b/i, 'maps'],
  [/\b(settings?|wi-?fi|bluetooth|battery)\b/i, 'settings'],
  [/\b(form|account|survey|sign[ -]?up|register)\b/i, 'form'],
  [/\b(browser|web|news|search|website)\b/i, 'browser'],
];
const BUTTON_WORDS: readonly (readonly [words: RegExp, button: GlobalButton])[] = [
  [/\bgo back\b/i, 'back'],
  [/\b(go home|home screen)\b/i, 'home'],
  [/\b(recents|recent apps)\b/i, 'recents'],
];
/** An address without the punctuation that follows it. */
const ADDRESS = /https?:\/\/[^\s"'<>“”‘’]*[^\s"'<>“”‘’.,;:!?)\]]/;
/** A quoted text, which can contain quotes of another kind. */
const TYPED = /\btype\s+(?:"([^"]{1,200})"|“([^”]{1,200})”|'([^']{1,200})')/i;

export function createScript(instruction: string): Script {
  const acts = [...createActions(instruction)];
  const fails = /\bfail/i.test(instruction);
  const steps: ScriptStep[] = [
    { thought: 'I read the instruction and look at the screen.', tool: 'look' },
    ...acts,
    { thought: 'I compare the screen with what was asked.', tool: 'look' },
    { thought: fails ? 'I cannot do this.' : 'Everything that was asked is done.', tool: 'finish' },
  ];
  const [sentence = instruction] = instruction.split(/(?<=[.!?])\s/);
  const message = fails ? `Failed as the instruction asked: ${sentence}` : `Done: ${sentence}`;
  return { steps, fails, message };
}

function* createActions(instruction: string): Generator<ScriptStep> {
  const [address] = ADDRESS.exec(instruction) ?? [];
  if (address !== undefined) {
    yield { thought: `I open ${address}.`, tool: 'openUrl', apply: state => openAddress(state, address) };
  }
  for (const [words, app] of APP_WORDS) {
    if (address !== undefined || !words.test(instruction)) continue;
    yield { thought: `I open the ${app} app.`, tool: 'launchApp', apply: state => openApp(state, app) };
    if (app === 'messages') {
      yield { thought: 'I open the newest message.', tool: 'tap', apply: openNewest };
    }
    break;
  }
  const typed = TYPED.exec(instruction)?.slice(1).find(Boolean);
  if (typed !== undefined) {
    yield {
      thought: `I type “${typed}”.`,
      tool: 'typeText',
      apply: state => typeText(state, typed) ?? state,
    };
  }
  for (const [words, button] of BUTTON_WORDS) {
    if (words.test(instruction))
      yield {
        thought: `I press the ${button} button.`,
        tool: 'global',
        apply: state => pressGlobal(state, button),
      };
  }
  const [, seconds] = /\bwait (\d{1,5}) seconds?\b/i.exec(instruction) ?? [];
  if (seconds !== undefined) {
    yield {
      thought: `I wait ${counted(Number(seconds), 'second')}.`,
      tool: 'wait',
      seconds: Number(seconds),
    };
  }
}

function openNewest(state: PhoneState, context: ScreenContext): PhoneState {
  const [newest] = latestMessages(context);
  return newest ? openScreen(state, 'messages', { screen: 'message', argument: newest.id }) : state;
}
