/**
 * The emulator on a port of this machine, with its inspector, or as a handler for a server of yours.
 *
 * @module
 */
export { createHandler, type EmulatorHandler } from './adapters/hosting/emulator-handler.ts'
export type { EmulatorServer, ServerOptions } from './adapters/hosting/server.ts'
export { startServer } from './adapters/hosting/server.ts'
