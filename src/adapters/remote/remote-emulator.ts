/** The interface of an emulator in another process: the methods of `Emulator`, as promises. */
import type { JsonMethod } from '../../engine/emulator/json-methods.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { GenericMethods } from '../../engine/emulator/generic-methods.ts'
import type { OutageOptions } from '../../engine/emulator/methods/faults.ts'
import type {
  instanceEmulatorOptions,
  instanceNames,
} from '../../engine/control/instance-options.ts'
import type { EmulatorOptions } from '../../engine/emulator/options.ts'
import type { OptionsOf } from '../../engine/errors/options.ts'
import type { SavedWorld } from '../../engine/emulator/worlds/world-file.ts'
import type { FaultRule } from '../../engine/faults/fault-rule.ts'
import type { RemoteActs } from './remote-acts.ts'
import type { RemoteFaultHandle, RemoteOutageHandle } from './remote-faults.ts'
import type { RemoteReceiver, RemoteReceiverOptions } from './remote-receiver.ts'

/** Options of an emulator instance on a server. */
export interface RemoteOptions
  extends
    Pick<EmulatorOptions, keyof typeof instanceEmulatorOptions>,
    OptionsOf<typeof instanceNames> {}

/** A saved state on the server. The server keeps the latest 100 snapshots of an instance. */
export interface RemoteSnapshot {
  /** The id on the server: `snapshot-1`. */
  readonly id: string
  /** The time on the emulator's clock when the snapshot was taken. */
  readonly at: string
}

/** Methods as promises of their results. */
type Promised<T> = {
  readonly [N in keyof T]: T[N] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never
}

/** The members of `Emulator` that have the same meaning in another process. */
type SharedMethods = Pick<
  Emulator,
  Exclude<JsonMethod, 'restore' | keyof GenericMethods<'remote'>> | 'transcript' | 'story'
>

/**
 * An emulator instance on a server in another process. It has the methods of `Emulator`, as promises. Each
 * method throws an `EmulatorError` if the server refuses the call or the instance is closed.
 */
export interface RemoteEmulator
  extends
    GenericMethods<'remote'>,
    Promised<SharedMethods>,
    Pick<Emulator, 'baseUrl' | 'token' | 'headers'> {
  /** The key of the instance on its server. */
  readonly key: string
  /** What an administrator does: `act.mergeUsers({ primary, secondary })`, or `act('merge_users', { … })`. */
  readonly act: RemoteActs
  /** Calls the service. The path is relative to `baseUrl`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /**
   * Registers an endpoint for events. Without an `answer`, the server sends deliveries to the URL over the
   * network. With an `answer`, deliveries stay on the server.
   *
   * @example
   * const hook = await emulator.receiver({ url: 'http://127.0.0.1:3000/hooks' })
   */
  receiver(options: RemoteReceiverOptions): Promise<RemoteReceiver>
  /** Makes the requests or deliveries that match a rule fail. */
  fault(rule: FaultRule): Promise<RemoteFaultHandle>
  /** Makes the API, the endpoints of webhooks or both unavailable for a period of emulated time. */
  outage(options: OutageOptions): Promise<RemoteOutageHandle>
  /** Keeps rows, time, due tasks, rate windows, flags and tokens on the server, as they are now, for `restore`. */
  snapshot(): Promise<RemoteSnapshot>
  /** Restores a snapshot of this instance, or a saved world of any emulator. */
  restore(state: RemoteSnapshot | SavedWorld): Promise<void>
  /** Creates an independent instance with the same state on the same server. */
  fork(options?: { readonly instanceKey?: string; readonly test?: string }): Promise<RemoteEmulator>
  /** Calls any route of the control plane, such as `control('GET', 'state')`. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /**
   * Closes the instance. A second call does nothing.
   *
   * @throws EmulatorError after an exception inside the emulator, so that the test fails
   */
  close(): Promise<void>
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}
