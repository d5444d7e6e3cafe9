/**
 * Demo data on the origin of a dev server of Vite.
 *
 * @module
 */
export type { DemoWorld } from './adapters/hosting/hot-reload.ts'
export type { VitePluginOptions, WorldPath } from './adapters/hosting/vite.ts'
export { emulatorPlugin } from './adapters/hosting/vite.ts'
