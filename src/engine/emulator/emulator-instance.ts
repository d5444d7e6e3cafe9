/** The class behind `Emulator`, and how an instance starts. */
import { readOptions } from '../errors/options.ts'
import { createContext } from './context-builder.ts'
import type { EmulatorContext, InitialState, Settings } from './context.ts'
import { type Emulator, forkOptions, type ForkOptions } from './emulator-api.ts'
import { withArgumentCount } from '../errors/argument-count.ts'
import { noteFork } from './reports/delivery-candidates.ts'
import { forkState } from './initial-state.ts'
import { contextKey, type WithContext, withMethodGroups } from './method-group.ts'
import { AccessMethodGroup } from './methods/access.ts'
import { AdministratorMethodGroup } from './methods/acts.ts'
import { ClockMethodGroup } from './methods/clock.ts'
import { FaultMethodGroup } from './methods/faults.ts'
import { FlagMethodGroup } from './methods/flags.ts'
import { GivenMethodGroup } from './methods/given.ts'
import { ImportMethodGroup } from './methods/imports.ts'
import { OpenApiMethodGroup } from './methods/openapi.ts'
import { ReceiverMethodGroup } from './methods/receivers.ts'
import { RecordQueryMethodGroup } from './methods/record-queries.ts'
import { resume, SnapshotMethodGroup } from './methods/snapshots.ts'
import { TokenMethodGroup } from './methods/tokens.ts'
import { instanceKeyFrom } from './options.ts'
import { testNameFrom } from './test-name.ts'
import { AssumptionReportMethodGroup } from './reports/assumption-report.ts'
import { noteForkOf } from './reports/test-end.ts'
import { CallAndDeliveryMethodGroup } from './reports/calls-and-deliveries.ts'
import { JournalReportMethodGroup } from './reports/journal-reports.ts'
import { UsageMethodGroup } from './reports/usage.ts'
import { sentTokenOf, tokenDefault } from './tokens.ts'

/** Every group of methods. A method of a group is a method of the emulator, with no further line. */
export const methodGroups = [
  AccessMethodGroup,
  AdministratorMethodGroup,
  AssumptionReportMethodGroup,
  CallAndDeliveryMethodGroup,
  ClockMethodGroup,
  FaultMethodGroup,
  FlagMethodGroup,
  GivenMethodGroup,
  ImportMethodGroup,
  JournalReportMethodGroup,
  OpenApiMethodGroup,
  ReceiverMethodGroup,
  RecordQueryMethodGroup,
  SnapshotMethodGroup,
  TokenMethodGroup,
  UsageMethodGroup,
] as const

class EmulatorInstance extends withMethodGroups(methodGroups) implements Emulator {
  readonly baseUrl: string
  readonly token: string
  readonly headers: { readonly authorization: string }
  #fork: Emulator['fork'] | undefined

  constructor(context: EmulatorContext) {
    super(context)
    this.baseUrl = context.settings.baseUrl
    this.token = sentTokenOf(tokenDefault, context.settings)
    this.headers = { authorization: `Bearer ${this.token}` }
  }

  get fork(): Emulator['fork'] {
    return (this.#fork ??= withArgumentCount('fork', (options?: ForkOptions) => {
      const fork = forkEmulator(this[contextKey], options)
      noteForkOf(this[contextKey], (fork as Emulator & WithContext)[contextKey])
      return fork
    }))
  }
}

/** Starts an emulator from an initial state. */
export function startEmulator(settings: Settings, initialState: InitialState): Emulator {
  const context = createContext(settings, initialState)
  resume(context)
  return new EmulatorInstance(context)
}

/** Forks an emulator. `changes` replaces settings that the fork does not share. */
export function forkEmulator(
  context: EmulatorContext,
  options: ForkOptions = {},
  changes: Partial<Settings> = {},
): Emulator {
  const action = 'fork the emulator'
  const { instanceKey = context.settings.instanceKey, test = context.settings.testName } =
    readOptions(forkOptions, options, { action, example: '{ instanceKey: "second" }' })
  const settings = {
    ...context.settings,
    instanceKey: instanceKeyFrom(instanceKey, action),
    testName: testNameFrom(test),
    original: noteFork(context),
    ...changes,
  }
  return startEmulator(settings, forkState(context))
}
