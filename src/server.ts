export type { EmulatorServer, ServerOptions } from './adapters/server.ts'
export { startServer } from './adapters/server.ts'
