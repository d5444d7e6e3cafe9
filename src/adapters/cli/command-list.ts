/** The commands by name. */
import type { Command } from './command.ts'
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
