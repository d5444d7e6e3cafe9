/**
 * A reporter for Vitest. At the end of a run it lists the behaviours of the service that the tests
 * relied on, and fails the run if too many of them are assumed.
 *
 * @module
 */
export type { ReporterOptions } from './adapters/testing/reporter.ts'
export { emulatorReporter, emulatorReporter as default } from './adapters/testing/reporter.ts'
