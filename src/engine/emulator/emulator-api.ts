/** The interface of an emulator: the members of its groups. Each stands, with its documentation, in the file of its group. */
import { type Named, option, type OptionsOf } from '../errors/options.ts'
import type { GenericMethods } from './generic-methods.ts'
import type { AccessMethodGroup } from './methods/access.ts'
import type { AdministratorMethodGroup } from './methods/acts.ts'
import type { ClockMethodGroup } from './methods/clock.ts'
import type { FaultMethodGroup } from './methods/faults.ts'
import type { FlagMethodGroup } from './methods/flags.ts'
import type { ImportMethodGroup } from './methods/imports.ts'
import type { OpenApiDocument } from '../describe/openapi-document.ts'
import type { ReceiverMethodGroup } from './methods/receivers.ts'
import type { SnapshotMethodGroup } from './methods/snapshots.ts'
import type { TokenMethodGroup } from './methods/tokens.ts'
import type { AssumptionReportMethodGroup } from './reports/assumption-report.ts'
import type { CallAndDeliveryMethodGroup } from './reports/calls-and-deliveries.ts'
import type { JournalReportMethodGroup } from './reports/journal-reports.ts'
import type { UsageMethodGroup } from './reports/usage.ts'
import { type TestName, testNameCheck } from './test-name.ts'

/** The members of a group, with their documentation. Those with type parameters are in `GenericMethods`. */
type MembersOf<G> = Pick<G, Exclude<keyof G, keyof GenericMethods<'local'>>>

/**
 * An emulator of the service in this process. It answers requests from its own rows and its own clock.
 * `createEmulator` creates one without a network; other entry points create one with a network.
 * Methods are bound, so they can be destructured: `const { given, act } = createEmulator()`.
 * A spread, `{ ...emulator }`, copies only `baseUrl`, `token` and `headers`, and no method.
 */
export interface Emulator
  extends
    GenericMethods<'local'>,
    MembersOf<AccessMethodGroup>,
    MembersOf<AdministratorMethodGroup>,
    MembersOf<AssumptionReportMethodGroup>,
    MembersOf<CallAndDeliveryMethodGroup>,
    MembersOf<ClockMethodGroup>,
    MembersOf<FaultMethodGroup>,
    MembersOf<FlagMethodGroup>,
    MembersOf<ImportMethodGroup>,
    MembersOf<JournalReportMethodGroup>,
    MembersOf<ReceiverMethodGroup>,
    MembersOf<SnapshotMethodGroup>,
    MembersOf<TokenMethodGroup>,
    MembersOf<UsageMethodGroup> {
  /** The base URL of the service, including the version. Configure the code under test with it. */
  readonly baseUrl: string
  /** A token with every scope, owned by the administrator. `reset` keeps it. */
  readonly token: string
  /** Request headers with the token. */
  readonly headers: { readonly authorization: string }
  /**
   * Creates an independent emulator with the same rows, time, due tasks, rate windows and receivers.
   * With an instance key it can run at the same address as this one; its tokens start with that key.
   *
   * @throws EmulatorError for an invalid option
   */
  fork(options?: ForkOptions): Emulator
  /**
   * Returns the OpenAPI 3.1 document of every operation, whatever the flags, with events as `webhooks`.
   *
   * @example
   * await writeFile('openapi.json', JSON.stringify(await emulator.openapi()))
   */
  openapi(): Promise<OpenApiDocument>
}

/** The options of `fork`. */
export const forkOptions = {
  /** The key of the fork, for two emulators at one address. Default: that of the emulator. */
  instanceKey: option<string>(),
  /** The name of the test that uses the fork. Default: that of the emulator. */
  test: option<TestName>(testNameCheck),
}

/** The options of `fork`. */
export interface ForkOptions extends OptionsOf<typeof forkOptions>, Named {}
