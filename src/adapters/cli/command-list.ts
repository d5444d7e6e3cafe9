/** The commands by name. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import { argumentError, type Command } from './command.ts'
import { namedFlags } from './flag.ts'
import type { commandSummaries } from './serve-command.ts'

/** The modules of a command are loaded only for this command. */
export const commandLoaders: Readonly<
  Record<keyof typeof commandSummaries, () => Promise<Command>>
> = {
  serve: async () => (await import('./serve-command.ts')).serveCommand,
  openapi: async () => (await import('./serve-command.ts')).openapiCommand,
  run: async () => (await import('./scenario-command.ts')).runCommand,
  explore: async () => (await import('./explore-command.ts')).exploreCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  capacity: async () => (await import('./capacity-command.ts')).capacityCommand,
  flip: async () => (await import('./flip-command.ts')).flipCommand,
  init: async () => (await import('./init/init-command.ts')).initCommand,
  completion: async () => (await import('./completion-command.ts')).completionCommand,
}

/** Returns the error of a command, or one that names the commands with the option that this one does not have. */
export async function explainOption(error: unknown, args: readonly string[]): Promise<unknown> {
  if (!(error instanceof EmulatorError) || error.code !== 'unknown_option') return error
  const [, option = ''] = /"(--[\w-]+)"/.exec(error.message) ?? []
  if (!args.some((each) => each.split('=', 1)[0] === option)) return error
  const entries = Object.entries(commandLoaders).map(
    async ([name, load]) => [name, namedFlags((await load()).flags)] as const,
  )
  const others = (await Promise.all(entries)).flatMap(([name, flags]) =>
    flags.some(([each]) => `--${each}` === option) ? name : [],
  )
  if (others.length === 0) return error
  return argumentError(`there is no option "${option}"`, `It is one of ${others.join(', ')}.`)
}
