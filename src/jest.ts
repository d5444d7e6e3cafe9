import './adapters/jest.ts'
export type { EmulatorMatchers } from './adapters/matchers.ts'
