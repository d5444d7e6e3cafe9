/** Formats the help of a command from its declaration. */
import { type Flag, type CommandFlags, namedFlags } from './flag.ts'

export const programName = 'course-admin-emulator'

/** The part of a command that its help shows. */
export interface CommandText<F extends CommandFlags = CommandFlags> {
  readonly name: string
  /** What follows the name, one line for each way to use the command. */
  readonly usage: readonly string[]
  /** What the command does, and its exit codes. */
  readonly about: string
  readonly flags: F
  /** Lists below the flags: a heading, and rows of a name and a text. Default: none. */
  readonly sections?: readonly (readonly [string, readonly (readonly [string, string])[]])[]
  /** Arguments to copy, each with its purpose. */
  readonly examples: readonly (readonly [args: string, purpose: string])[]
}

const columnsMax = 100
/** The widest column of names. The text of a longer name begins on the next line. */
const namesMax = 24

/** Formats the usage, the description, the flags by heading, and the examples. */
export function helpOf(command: CommandText, columns = columnsMax): string {
  const width = Math.min(columns, columnsMax)
  const start = startOf(command)
  const { usage, about, sections = [], examples } = command
  const flags = namedFlags(command.flags)
  const headings = new Set(flags.map(([, flag]) => headingOf(flag)))
  const parts = [
    usage.map((line, i) => `${i === 0 ? 'Usage:' : '      '} ${start}${line}`).join('\n'),
    ...about.split('\n\n').map((paragraph) => wrap(paragraph, width).join('\n')),
    ...[...headings].map((heading) => {
      const rows = flags.filter(([, flag]) => headingOf(flag) === heading).map(rowOf)
      return `${heading}:\n${twoColumns(rows, width)}`
    }),
    ...sections.map(([heading, rows]) => `${heading}:\n${twoColumns(rows, width)}`),
    `Examples:\n${examples.map(([args, purpose]) => `  # ${purpose}\n  ${commandLine(start + args, width)}`).join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The beginning of each command line of a command, with a space. `serve` is the default. */
const startOf = ({ name }: CommandText): string =>
  name === 'serve' ? `${programName} ` : `${programName} ${name} `

/** The ways to use a command, each as it is typed. All commands but `serve` are named without the program. */
export const usagesOf = (command: CommandText): readonly string[] =>
  command.usage.map((line) =>
    command.name === 'serve' ? startOf(command) + line : `${command.name} ${line}`,
  )

const headingOf = ({ heading = 'Options' }: Flag): string => heading

function rowOf([name, flag]: readonly [string, Flag, string]): readonly [string, string] {
  const { short, value, help, default: standard } = flag
  const names = `${short ? `-${short}, ` : ''}--${name}`
  return [
    value === undefined ? names : `${names} ${value}`,
    standard === undefined ? help : `${help} (${standard})`,
  ]
}

/** Formats rows of a name and a text. The texts are below each other, in lines of at most `width` characters. */
function twoColumns(rows: readonly (readonly [string, string])[], width: number): string {
  const names = rows.map(([name]) => name.length).filter((length) => length <= namesMax)
  const indent = Math.max(0, ...names) + 4
  return rows
    .flatMap(([name, text]) => {
      const [first = '', ...rest] = wrap(text, width - indent)
      const head = `  ${name}`
      const more = rest.map((line) => ' '.repeat(indent) + line)
      if (name.length <= namesMax) return [head.padEnd(indent) + first, ...more]
      return [head, ' '.repeat(indent) + first, ...more]
    })
    .join('\n')
}

/** Breaks a command line before its flags, as a shell reads it. */
const commandLine = (text: string, width: number): string =>
  wrap(text, width - 4, / (?=--)/).join(' \\\n    ')

/** Breaks a text between words into lines. */
function wrap(text: string, width: number, separator = /\s+/): string[] {
  const lines: string[] = ['']
  for (const word of text.split(separator)) {
    const line = lines.at(-1) as string
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
