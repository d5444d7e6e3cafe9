/**
 * A Vite plugin that serves the emulator with demo data on the origin of the dev server.
 *
 * @module
 */
export type { DemoWorld } from './adapters/hosting/hot-reload.ts'
export type { VitePluginOptions, WorldPath } from './adapters/hosting/vite-options.ts'
export { emulatorPlugin } from './adapters/hosting/vite.ts'
