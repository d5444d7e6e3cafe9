/** What each test relied on, and how many alternatives it ran with, as lines of files in one folder. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test relied on, or all tests of a file together. */
export interface RelianceRecord {
  readonly file: string
  /** Undefined for emulators that no single test created. */
  readonly test: string | undefined
  /** The ids of the assumptions. */
  readonly relied: readonly string[]
  /** The ids of the assumptions whose alternatives were active. */
  readonly switched: readonly string[]
  readonly isFailed: boolean
}

export const recordKey = (file: string, test: string | undefined): string => `${file} > ${test}`

export const addRecord = (folder: string, record: RelianceRecord): void =>
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`)

export const readRecords = (folder: string): readonly RelianceRecord[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as RelianceRecord)
