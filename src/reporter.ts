export type { ReporterOptions } from './adapters/reporter.ts'
export { emulatorReporter, emulatorReporter as default } from './adapters/reporter.ts'
