/**
 * A reporter for vitest: at the end of a run it tells which behaviours of the service the tests relied
 * on, and fails the run where too many of them are assumed.
 *
 * @module
 */
export type { ReporterOptions } from './adapters/testing/reporter.ts'
export { emulatorReporter, emulatorReporter as default } from './adapters/testing/reporter.ts'
