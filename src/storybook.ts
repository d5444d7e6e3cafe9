/**
 * A Storybook loader that creates an emulator for each story, with options from its parameters.
 *
 * @module
 */
export type {
  EmulatorParameters,
  LoadedEmulator,
  LoaderOptions,
  StoryParameters,
} from './adapters/hosting/storybook.ts'
export type { UnhandledStrategy } from './engine/emulator/handlers.ts'
export { emulatorLoader } from './adapters/hosting/storybook.ts'
