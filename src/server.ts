export { createHandler, type EmulatorHandler } from './adapters/mount.ts'
export type { EmulatorServer, ServerOptions } from './adapters/server.ts'
export { startServer } from './adapters/server.ts'
