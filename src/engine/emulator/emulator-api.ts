/** The interface of an emulator. Each group of methods declares its part in its own file. */
import type { AccessMethods } from './methods/access.ts'
import type { AdministratorMethods } from './methods/acts.ts'
import type { ClockMethods } from './methods/clock.ts'
import type { FaultMethods } from './methods/faults.ts'
import type { FlagMethods } from './methods/flags.ts'
import type { GivenMethods } from './methods/given.ts'
import type { ImportMethods } from './methods/imports.ts'
import type { OpenApiMethods } from './methods/openapi-methods.ts'
import type { ReceiverMethods } from './methods/receivers.ts'
import type { RecordQueryMethods } from './methods/record-queries.ts'
import type { SnapshotMethods } from './methods/snapshots.ts'
import type { TokenMethods } from './methods/tokens.ts'
import type { WorldFileMethods } from './methods/world-files.ts'
import type { AssumptionReportMethods } from './reports/assumption-report.ts'
import type { CallAndDeliveryMethods } from './reports/calls-and-deliveries.ts'
import type { JournalReportMethods } from './reports/journal-reports.ts'
import type { UsageMethods } from './reports/usage.ts'
import type { OutboxMethods } from './reports/outbox.ts'
import type { TestName } from './test-name.ts'

/**
 * An emulator of the service in this process. It answers requests from its own rows and its own clock.
 * `createEmulator` creates one without a network; other entry points create one with a network.
 * Methods are bound, so they can be destructured: `const { given, act } = createEmulator()`.
 * A spread, `{ ...emulator }`, copies only `baseUrl`, `token` and `headers`, and no method.
 */
export interface Emulator
  extends
    AccessMethods,
    GivenMethods,
    AdministratorMethods,
    ImportMethods,
    RecordQueryMethods,
    TokenMethods,
    FlagMethods,
    ReceiverMethods,
    ClockMethods,
    FaultMethods,
    SnapshotMethods,
    WorldFileMethods,
    CallAndDeliveryMethods,
    JournalReportMethods,
    AssumptionReportMethods,
    UsageMethods,
    OutboxMethods,
    OpenApiMethods {
  /** The base URL of the service, including the version. Configure the code under test with it. */
  readonly baseUrl: string
  /** A token with every scope, owned by the administrator. `reset` keeps it. */
  readonly token: string
  /** Request headers with the token. */
  readonly headers: { readonly authorization: string }
  /** The number that rows, tokens and ids are generated from: the option `seed`. */
  readonly seed: number
  /**
   * Creates an independent emulator with the same rows, time, due tasks, rate windows and receivers.
   * With an instance key it can run at the same address as this one; its tokens start with that key.
   *
   * @throws EmulatorError for an invalid option
   */
  fork(options?: ForkOptions): Emulator
}

/** The options of `fork`. */
export interface ForkOptions {
  /** The key of the fork, for two emulators at one address. Default: that of the emulator. */
  readonly instanceKey?: string | undefined
  /** The name of the test that uses the fork. Default: that of the emulator. */
  readonly test?: TestName | undefined
}
