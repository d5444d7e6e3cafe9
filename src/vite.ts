export type { DemoWorld } from './adapters/succession.ts'
export type { VitePluginOptions } from './adapters/vite.ts'
export { emulatorPlugin } from './adapters/vite.ts'
