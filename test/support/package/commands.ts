/** Commands that tests run in another process. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface CommandResult {
  readonly code: unknown
  /** The standard output. */
  readonly out: string
  /** Both streams. */
  readonly output: string
}

/** Runs a command that may fail. */
export async function attemptCommand(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<CommandResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, output: out + problems }
}

/** Runs a command and returns its output. Throws if it fails. */
export async function runCommand(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const { code, output, out } = await attemptCommand(command, args, cwd)
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${output}`)
  return out
}
