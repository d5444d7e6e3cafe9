/** The command `course-admin-emulator`: starts a server, or runs one of the other commands. */
import { styleText } from 'node:util'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import { printable } from '../../engine/errors/printable.ts'
import { argumentError, type Command, type CommandEnvironment } from './command.ts'
import { commandLoaders, explainOption } from './command-list.ts'
import { flagFor } from './flag.ts'
import { createProgressLine } from './progress-line.ts'

const styles = [
  [/^(Usage:|[A-Z][\w ]*:$)/, 'bold'],
  [/^ *✓/, 'green'],
  [/^( *✗|Could not )/, 'red'],
] as const

const line = createProgressLine(process.stderr)
const environment: CommandEnvironment = {
  stdout: (text) => write(process.stdout, text),
  stderr: (text) => write(process.stderr, text),
  ...(process.stdout.isTTY && { columns: process.stdout.columns }),
  progress: line.update,
  cancellation,
}

/** Why the process ends before the command has; undefined when the command ends it. */
let interruption: string | undefined = 'the integration called process.exit'
process.once('beforeExit', () => {
  interruption &&= 'a promise never settles, and no timer or socket is left'
})
process.on('exit', () => {
  if (interruption !== undefined) process.exitCode = fail(interrupted(interruption))
})

// Note: the reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => exit())
const code = await main(process.argv.slice(2)).catch(fail)
// Note: `exit` ends the process although an integration keeps timers and sockets open.
process.stdout.write('', () => exit(code))

/** Ends the process. It may also end because an integration does it, or because all work has stopped. */
function exit(exitCode?: number): void {
  interruption = undefined
  process.exit(exitCode)
}

function interrupted(reason: string): EmulatorError {
  return new EmulatorError('interrupted', {
    action: 'end the command',
    reason,
    advice: 'The command has no result. Let the integration throw an error, or settle the promise.',
  })
}

async function main(args: readonly string[]): Promise<number> {
  const [first = '', ...rest] = args
  if (first === 'complete') {
    const { proposalsFor } = await import('./completion-command.ts')
    environment.stdout(
      (await proposalsFor(rest, commandLoaders)).map((text) => `${text}\n`).join(''),
    )
    return 0
  }
  if (first === 'help') return main([...rest, '--help'])
  if (first === 'version') return main(['--version'])
  if (first === '' || first.startsWith('-')) {
    const serve = await commandLoaders.serve()
    assertCommandFirst(args, serve)
    return serve.run(args, environment)
  }
  if (!Object.hasOwn(commandLoaders, first)) {
    const meant = flagFor([first], (await commandLoaders.serve()).flags)
    throw unknownNameError('command', first, Object.keys(commandLoaders), undefined, meant)
  }
  const command = await commandLoaders[first as keyof typeof commandLoaders]()
  try {
    return await command.run(rest, environment)
  } catch (error) {
    throw await explainOption(error, command, rest)
  }
}

/** Throws for the name of a command after options, if the server cannot be started with them. */
function assertCommandFirst(args: readonly string[], serve: Pick<Command, 'parse'>): void {
  const name = args.find((each) => Object.hasOwn(commandLoaders, each))
  if (name === undefined) return
  try {
    serve.parse(args)
  } catch {
    throw argumentError(
      `the command "${name}" comes after an option`,
      `Give it first: course-admin-emulator ${name} [options].`,
    )
  }
}

/**
 * Returns the signal of a command that ends with a report. Ctrl+C and the end of the terminal abort it; a second one
 * ends the process.
 */
function cancellation(): AbortSignal {
  const cancel = new AbortController()
  const onSignal = (_: string, number: number): void => {
    // Note: `exit` also ends the program of `--start`. The default action of a signal does not.
    if (cancel.signal.aborted) exit(128 + number)
    cancel.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return cancel.signal
}

/** Prints an error and returns the exit code: 2 for a usage error, in one line; 1 for an internal error, with its stack. */
function fail(error: unknown): 1 | 2 {
  const isUsageError = error instanceof EmulatorError
  environment.stderr(`${isUsageError ? error.message : String((error as Error).stack)}\n`)
  return isUsageError ? 2 : 1
}

/** Writes a text below the progress line. Its control characters do not reach the terminal. */
function write(stream: NodeJS.WriteStream, text: string): void {
  line.remove()
  stream.write(printable(text).replaceAll(/^.+$/gm, (each) => colored(each, stream)))
}

/** Colors a line, unless the stream or NO_COLOR forbids it. FORCE_COLOR also colors without a terminal. */
function colored(text: string, stream: NodeJS.WriteStream): string {
  const style = styles.find(([pattern]) => pattern.test(text))?.[1]
  return style === undefined ? text : styleText(style, text, { stream })
}
