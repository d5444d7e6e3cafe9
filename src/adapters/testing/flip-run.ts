/**
 * A run of a test suite that the command `flip` starts: it gives the reporter the alternatives to switch to and the file
 * of its report.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The alternatives by the id of the assumption. */
export type Alternatives = Readonly<Record<string, string>>

/** What the command tells the reporter. */
interface FlipRun {
  readonly alternatives: Alternatives
  /** The file of the report. */
  readonly report: string
}

/** A test with an emulator, and the assumptions that it relies on. */
export interface ReliantTest {
  readonly file: string
  readonly name: string
  readonly isFailed: boolean
  /** The ids of the assumptions. */
  readonly assumed: readonly string[]
}

/** An assumption that a test relies on. */
export interface ReliedAssumption {
  readonly summary: string
  /** What the service does with each alternative, by its name. */
  readonly alternatives: Alternatives
}

/** What the reporter tells the command. */
export interface FlipReport {
  /** The number of all tests of the run. */
  readonly count: number
  /** The tests with an emulator. */
  readonly tests: readonly ReliantTest[]
  readonly assumptions: Readonly<Record<string, ReliedAssumption>>
  /** The names of the failed tests, also of those without an emulator. */
  readonly failed: readonly string[]
}

const variable = 'COURSE_ADMIN_EMULATOR_FLIP'

/** The run that this process belongs to; undefined outside of `flip`. */
export function currentFlipRun(): FlipRun | undefined {
  const text = process.env[variable]
  return text === undefined ? undefined : (JSON.parse(text) as FlipRun)
}

export const writeFlipReport = ({ report }: FlipRun, content: FlipReport): void =>
  writeFileSync(report, JSON.stringify(content))

/** Runs a program with alternatives. Returns its report; undefined if its reporter wrote none. */
export async function withFlipRun(
  alternatives: Alternatives,
  program: (environment: NodeJS.ProcessEnv) => Promise<unknown>,
): Promise<FlipReport | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-flip-'))
  const report = join(folder, 'report.json')
  try {
    await program({ ...process.env, [variable]: JSON.stringify({ alternatives, report }) })
    return JSON.parse(readFileSync(report, 'utf8')) as FlipReport
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
