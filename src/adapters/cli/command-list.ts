/** The commands by name. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import { argumentError, type Command } from './command.ts'
import { type CommandFlags, namedFlags } from './flag.ts'
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
export async function explainOption(
  error: unknown,
  { flags }: Pick<Command, 'flags'>,
  args: readonly string[],
): Promise<unknown> {
  if (!(error instanceof EmulatorError) || error.code !== 'unknown_option') return error
  const given = args.map((each) => each.split('=', 1)[0] as string)
  const option = given.find((each) => each.startsWith('--') && !hasOption(flags, each)) ?? ''
  const entries = Object.entries(commandLoaders).map(
    async ([name, load]) => [name, (await load()).flags] as const,
  )
  const others = (await Promise.all(entries)).flatMap(([name, each]) =>
    hasOption(each, option) ? name : [],
  )
  if (others.length === 0) return error
  const { integrationFlags } = await import('./integration-flags.ts')
  const needsModule = hasOption(flags, '--app') && hasOption(integrationFlags, option)
  const advice = needsModule ? ' Give a module that calls the process, as --app FILE.' : ''
  return argumentError(
    `there is no option "${option}"`,
    `It is one of ${others.join(', ')}.${advice}`,
  )
}

const hasOption = (flags: CommandFlags, option: string): boolean =>
  namedFlags(flags).some(([name]) => `--${name}` === option)
