import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

/** Scripts that complete the command line in a shell. Each asks the program for the words that can follow. */
const SCRIPTS = {
  bash: `_cloud_device_automation() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _cloud_device_automation cloud-device-automation`,
  zsh: `#compdef cloud-device-automation
_cloud_device_automation() {
  local -a candidates
  candidates=("\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}")}")
  [[ -n "\${candidates[1]}" ]] && compadd -a candidates || _files
}
compdef _cloud_device_automation cloud-device-automation`,
  fish: `complete -c cloud-device-automation -a '(set -l words (commandline -opc) (commandline -ct); $words[1] complete -- $words[2..-1])'`,
} as const;

const EXAMPLES = `
Examples:
  cloud-device-automation completion bash >> ~/.bashrc
  cloud-device-automation completion zsh > "\${fpath[1]}/_cloud-device-automation"
  cloud-device-automation completion fish > ~/.config/fish/completions/cloud-device-automation.fish`;

/** The command that prints a completion script. */
export function completionCommand(): CommandUnknownOpts {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(shell => void process.stdout.write(`${SCRIPTS[shell]}\n`));
}

/** The command by which completion scripts ask for the words that can follow. */
export function completeCommand(program: () => Command): CommandUnknownOpts {
  return new Command('complete').argument('[words...]').action(
    words =>
      void process.stdout.write(
        completeWords(program(), words)
          .map(word => `${word}\n`)
          .join(''),
      ),
  );
}

/** Returns the words that can be at the end of a command line; none where a file is expected. */
function completeWords(program: Command, words: readonly string[]): readonly string[] {
  const [name] = words;
  const last = words.at(-1) ?? '';
  const shown = program.createHelp().visibleCommands(program);
  if (words.length < 2) return shown.map(command => command.name()).filter(word => word.startsWith(last));
  const command = shown.find(one => one.name() === name);
  if (!command) return [];
  const options = command.createHelp().visibleOptions(command);
  const before = options.find(({ long }) => long === words.at(-2));
  if (before && (before.required || before.optional)) return startingWith(last, before.argChoices ?? []);
  if (last.startsWith('-'))
    return startingWith(
      last,
      options.flatMap(({ long }) => long ?? []),
    );
  return startingWith(
    last,
    command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  );
}

function startingWith(start: string, words: readonly string[]): readonly string[] {
  return words.filter(word => word.startsWith(start));
}
