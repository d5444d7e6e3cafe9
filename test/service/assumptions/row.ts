/** The rows of the table of assumptions: an observation, and its result with each alternative. */
import type { Emulator, EmulatorOptions } from 'course-admin-emulator'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'

/** An assumption in one case: one operation, an act, a delivery or the clock. */
export interface CaseRow {
  /** Besides the empty world. */
  readonly options?: EmulatorOptions
  /** Runs actions on a new emulator and returns the result. */
  observe(emulator: Emulator): unknown
  /** The expected results by the name of the alternative, and `default`. */
  readonly expected: Readonly<Record<string, unknown>>
}

/** An assumption in each operation that its text names. */
export interface OperationRow {
  /** Whether the text of the assumption names the operation. */
  names(operation: CatalogOperation): boolean | Promise<boolean>
  /** Runs calls of the operation and returns their answers as data. */
  observe(subject: OperationSubject): unknown
  /** The expected answers by the name of the alternative, from the answers by default. */
  readonly expected: Readonly<Record<string, Expectation>>
  /** How many operations the text names, if the text gives the number. */
  readonly count?: number
}

/** One operation on a new fork of an emulator with the world `training-company`. */
export interface OperationSubject {
  readonly operation: CatalogOperation
  readonly emulator: Emulator
  /** The same operation on a fork of the emulator. */
  fork(): OperationSubject
}

export type Expectation = (operation: CatalogOperation, byDefault: never) => unknown

/** The rows of a topic by the id of their assumption. An assumption may have a row of both kinds. */
export interface AssumptionRows {
  readonly cases?: Readonly<Record<string, CaseRow>>
  readonly operations?: Readonly<Record<string, OperationRow>>
}
