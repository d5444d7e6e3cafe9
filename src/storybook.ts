import './kit/faker-with-the-page.ts'

export type { EmulatorParameters, LoadedEmulator, LoaderOptions } from './adapters/storybook.ts'
export { emulatorLoader } from './adapters/storybook.ts'
