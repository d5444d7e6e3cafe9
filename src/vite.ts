/**
 * Demo data on the origin of a dev server of Vite.
 *
 * @module
 */
export type { DemoWorld } from './adapters/succession.ts'
export type { VitePluginOptions, WorldPath } from './adapters/vite.ts'
export { emulatorPlugin } from './adapters/vite.ts'
