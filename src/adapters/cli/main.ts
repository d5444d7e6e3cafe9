/** The command `course-admin-emulator`: starts a server, or runs one of the other commands. */
import { spawnSync } from 'node:child_process'
import {
  createCheckBar,
  createExplorationBar,
  createProgressBar,
  type ProgressBar,
} from './progress-bar.ts'
import { usage, assertWritable, parseCommandLine } from './command-line.ts'
import { probeReplacement, writeWorldFile } from './world-file.ts'
import {
  type EmulatorServer,
  hostDefault,
  assertHost,
  portDefault,
  type ServerOptions,
  startServer,
} from '../hosting/server.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { hostNameFrom } from '../../engine/errors/host-names.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { printable } from '../../engine/errors/printable.ts'
import type { Explanation } from '../../engine/describe/explanation.ts'
import { refusalLines } from '../../engine/describe/refusal-lines.ts'
import { version } from '../../engine/emulator/version.ts'
import type { CommandEnvironment } from './scenario-command.ts'

const stdout = (text: string): void => void process.stdout.write(printable(text))
const stderr = (text: string): void => void process.stderr.write(printable(text))

const onProgress = createProgressBar(process.stderr)

await main(process.argv.slice(2)).catch(fail)

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'run') return runScenariosCommand(args.slice(1))
  if (args[0] === 'init') return runInitCommand(args.slice(1))
  if (args[0] === 'capacity') return runCapacityCommand(args.slice(1))
  if (args[0] === 'explore') return runExploreCommand(args.slice(1))
  if (args[0] === 'check') return runCheckCommand(args.slice(1))
  const command = parseCommandLine(args)
  if (command.help) return stdout(usage)
  if (command.version) return stdout(`${version}\n`)
  if (command.command === 'openapi') return printOpenApi(command.server)
  if (command.save !== undefined) assertWritable(command.save, probeReplacement)
  const server = await startServer({ ...command.server, onProgress, onRefusal: printRefusal })
  const stop = (): void => {
    const isSaved = command.save === undefined || trySave(command.save, server.emulator)
    void server.close().then(() => process.exit(isSaved ? 0 : 1))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.once('SIGHUP', stop)
  stdout(command.json ? jsonLine(server) : greeting(server))
}

/** Writes the world to its file. If it fails, prints the reason in one line and returns false. */
function trySave(file: string, emulator: Emulator): boolean {
  try {
    writeWorldFile(file, emulator.save())
    return true
  } catch (error) {
    stderr(`Could not save the world to ${file}: ${(error as Error).message}.\n`)
    return false
  }
}

async function printOpenApi({
  port = portDefault,
  host = hostDefault,
  allowHosts: _,
  ...options
}: ServerOptions): Promise<void> {
  assertHost(host)
  const emulator = createEmulator({
    ...options,
    onProgress,
    baseUrl: `http://${hostNameFrom(host) ?? host}:${port}/api/v1`,
  })
  // Note: the reader of a pipe may close it early, as `head` does.
  process.stdout.on('error', () => process.exit())
  stdout(`${JSON.stringify(await emulator.openapi(), null, 2)}\n`)
}

/** Runs scenarios. Their modules are loaded only for this command. */
async function runScenariosCommand(args: readonly string[]): Promise<void> {
  const { runCommand } = await import('./scenario-command.ts')
  process.exitCode = await runCommand(args, { stdout, stderr })
}

/** Writes the files of an example. Its modules are loaded only for this command. */
async function runInitCommand(args: readonly string[]): Promise<void> {
  const { initCommand } = await import('./init/init-command.ts')
  const { installedRange } = await import('./init/installed-range.ts')
  process.exitCode = initCommand(args, {
    folder: process.cwd(),
    userAgent: process.env['npm_config_user_agent'],
    ownRange: installedRange(import.meta.dirname),
    stdout,
    run: (commandLine, folder) =>
      spawnSync(commandLine, { cwd: folder, shell: true, stdio: 'inherit' }).status ?? 1,
  })
}

/** Measures a capacity. Its modules are loaded only for this command. */
async function runCapacityCommand(args: readonly string[]): Promise<void> {
  const { capacityCommand } = await import('./capacity-command.ts')
  const done = capacityCommand(args, { stdout, stderr })
  exitAfterOutput(await done.catch(fail))
}

/** Explores a scenario. Its modules are loaded only for this command. */
async function runExploreCommand(args: readonly string[]): Promise<void> {
  const { exploreCommand } = await import('./explore-command.ts')
  await runWithBar(createExplorationBar(process.stderr), (each) => exploreCommand(args, each))
}

/** Checks an integration. Its modules are loaded only for this command. */
async function runCheckCommand(args: readonly string[]): Promise<void> {
  const { checkCommand } = await import('./check-command.ts')
  await runWithBar(createCheckBar(process.stderr), (each) => checkCommand(args, each))
}

interface BarEnvironment<P> extends CommandEnvironment {
  readonly signal: AbortSignal
  readonly progress: (progress: P) => void
}

/**
 * Runs a command with a bar. Ctrl+C and the end of the terminal end it with a report of what was done; a second one
 * ends the process.
 */
async function runWithBar<P>(
  bar: ProgressBar<P>,
  command: (environment: BarEnvironment<P>) => Promise<0 | 1 | 2>,
): Promise<void> {
  const cancel = new AbortController()
  const onSignal = (_: string, number: number): void => {
    // Note: `exit` also ends the program of `--start`. The default action of a signal does not.
    if (cancel.signal.aborted) process.exit(128 + number)
    cancel.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  process.on('SIGHUP', onSignal)
  const done = command({
    stdout(text) {
      bar.remove()
      stdout(text)
    },
    stderr(text) {
      bar.remove()
      stderr(text)
    },
    signal: cancel.signal,
    progress: bar.update,
  })
  const code = await done.catch((error: unknown): 2 => {
    bar.remove()
    fail(error)
    return 2
  })
  exitAfterOutput(code)
}

/** Ends the process when its output is written: an integration may keep timers and sockets open. */
function exitAfterOutput(code: 0 | 1 | 2): void {
  process.stdout.write('', () => process.exit(code))
}

function jsonLine({ url, baseUrl, token, inspector }: EmulatorServer): string {
  return `${JSON.stringify({ url, baseUrl, token, inspector })}\n`
}

function printRefusal(explanation: Explanation): void {
  stderr(`${refusalLines(explanation).join('\n')}\n`)
}

function greeting({ baseUrl, token, inspector }: EmulatorServer): string {
  return `API:       ${baseUrl}
Token:     ${token}
Inspector: ${inspector}

Try it:
  curl -H 'Authorization: Bearer ${token}' '${baseUrl}/courses?per_page=2'

Ctrl+C stops it.
`
}

/** Prints an error and returns the exit code: 2 for a usage error, in one line; 1 for an internal error, with its stack. */
function fail(error: unknown): 1 | 2 {
  const isUsageError = error instanceof EmulatorError
  stderr(`${isUsageError ? error.message : String((error as Error).stack)}\n`)
  return (process.exitCode = isUsageError ? 2 : 1)
}
