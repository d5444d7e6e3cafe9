/**
 * An emulator for each story of Storybook, chosen by its parameters.
 *
 * @module
 */
import './kit/rows/faker-preload.ts'

export type {
  EmulatorParameters,
  LoadedEmulator,
  LoaderOptions,
} from './adapters/hosting/storybook.ts'
export { emulatorLoader } from './adapters/hosting/storybook.ts'
