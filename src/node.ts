/**
 * The emulator with a network in Node, a client for an emulator in another process, and assertion
 * functions for test runners without custom matchers, such as `node:test`.
 *
 * @example
 * import { setupEmulator } from 'course-admin-emulator/node'
 *
 * using emulator = setupEmulator().listen()
 * await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 *
 * @module
 */
import './adapters/testing/jest-setup.ts'
import './adapters/testing/vitest-setup.ts'
export type { RemoteActs, RemoteRecordActs } from './adapters/remote/remote-acts.ts'
export type {
  RemoteEmulator,
  RemoteOptions,
  RemoteSnapshot,
} from './adapters/remote/remote-emulator.ts'
export type { RemoteFaultHandle, RemoteOutageHandle } from './adapters/remote/remote-faults.ts'
export type { RemoteReceiver, RemoteReceiverOptions } from './adapters/remote/remote-receiver.ts'
export { connectEmulator } from './adapters/remote/connection.ts'
export type { ListeningEmulator, ListenOptions } from './adapters/network/node.ts'
export type { UnhandledStrategy } from './engine/emulator/handlers.ts'
export { setupEmulator } from './adapters/network/node.ts'
export {
  assertDelivered,
  assertNoInternalErrors,
  assertNoUnhandledCalls,
  assertReceived,
  assertRow,
} from './adapters/testing/assertions.ts'
export type {
  EmulatorSubject,
  ReceiverSubject,
  SubjectResult,
} from './adapters/testing/expectation-subject.ts'
export type { EmulatorMatchers } from './adapters/testing/matchers.ts'
export { emulatorMatchers } from './adapters/testing/matchers.ts'
