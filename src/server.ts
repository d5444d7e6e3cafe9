/**
 * The emulator on a local port, with its inspector, or as a request handler for your own server.
 *
 * @module
 */
export type { EmulatorHandler, HandlerOptions } from './adapters/hosting/emulator-handler.ts'
export type { EmulatorServer, ServerOptions } from './adapters/hosting/server.ts'
export { createHandler } from './adapters/hosting/emulator-handler.ts'
export { startServer } from './adapters/hosting/server.ts'
