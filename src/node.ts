export type { ListeningEmulator, ListenOptions } from './adapters/node.ts'
export { setupEmulator } from './adapters/node.ts'
