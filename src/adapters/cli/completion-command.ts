/** The command `completion`: the script with which a shell completes command lines, and the words that it proposes. */
import { argumentError, type Command, defineCommand } from './command.ts'
import { programName } from './command-help.ts'
import { type Flag, namedFlags } from './flag.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'

/** Each script asks `complete` for lines of a word, a tab and a text. Without a line, the shell proposes files. */
const scripts = {
  bash: `_course_admin_emulator() {
  local IFS=$'\\n' words
  words=$("\${COMP_WORDS[0]}" complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _course_admin_emulator ${programName}
`,
  zsh: `#compdef ${programName}
_course_admin_emulator() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')}")
  if [[ -n "\${found[1]}" ]]; then _describe '${programName}' found; else _files; fi
}
compdef _course_admin_emulator ${programName}
`,
  fish: `complete -c ${programName} -a '(set -l words (commandline -opc); $words[1] complete $words[2..] (commandline -ct) 2>/dev/null)'
`,
}

type Shell = keyof typeof scripts

const shells = Object.keys(scripts) as Shell[]

export const completionCommand = defineCommand({
  name: 'completion',
  usage: [shells.join('|')],
  about: `Prints the script with which a shell completes the commands, flags and values of ${programName}, where
this command is in the PATH.`,
  positionals: [shells],
  flags: {},
  examples: [
    ['bash >> ~/.bashrc', 'complete in bash'],
    ['zsh >> ~/.zshrc', 'complete in zsh, after compinit'],
    [`fish > ~/.config/fish/completions/${programName}.fish`, 'complete in fish'],
  ],
  perform({ positionals: [shell] }, { stdout }) {
    if (shell === undefined)
      throw argumentError('the shell is missing', `Give one of ${shells.join(', ')}.`)
    if (!shells.includes(shell as Shell)) throw unknownNameError('shell', shell, shells)
    stdout(scripts[shell as Shell])
    return 0
  },
})

/** The commands by name. */
export type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>

/** Returns the lines for the last word of a command line. Without a command, the flags are those of `serve`. */
export async function proposalsFor(
  [first = '', ...rest]: readonly string[],
  loaders: CommandLoaders,
): Promise<string[]> {
  if (rest.length === 0 && !first.startsWith('-')) {
    const { commandSummaries } = await import('./serve-command.ts')
    return Object.entries(commandSummaries).map(([name, summary]) => `${name}\t${summary}`)
  }
  const load = first.startsWith('-') ? loaders['serve'] : loaders[first]
  if (!load) return []
  return proposalsOf(await load(), first.startsWith('-') ? [first, ...rest] : rest)
}

function proposalsOf({ flags, positionals = [] }: Command, words: readonly string[]): string[] {
  const named = namedFlags(flags).map(([name, flag]): [string, Flag] => [`--${name}`, flag])
  const hasValue = new Map(named.filter(([, { value }]) => value !== undefined))
  const current = words.at(-1) ?? ''
  const previous = hasValue.get(words.at(-2) ?? '')
  if (previous) return [...(previous.choices ?? [])]
  if (current.startsWith('-')) return named.map(([name, { help }]) => `${name}\t${help}`)
  const isArgument = (word: string, i: number): boolean =>
    !word.startsWith('-') && !hasValue.has(words[i - 1] ?? '')
  return [...(positionals[words.slice(0, -1).filter(isArgument).length] ?? [])]
}
