/** A rule about the text of the project, and what it finds. */
import type { Project } from './source-files.ts'

export interface Violation {
  /** Names the violation in the list of known violations: a path, or an import. Without a line. */
  readonly key: string
  /** What a failing test prints: the place, what is wrong and what to write instead. */
  readonly message: string
}

export interface Rule {
  /** The name of the test, and of the group in the list of known violations. */
  readonly name: string
  readonly check: (project: Project) => Violation[]
}

/** A violation by a whole file. */
export const inFile = (path: string, problem: string): Violation => ({
  key: path,
  message: `${path}: ${problem}`,
})

/** A violation on one line of a file. */
export const onLine = (path: string, line: number, problem: string): Violation => ({
  key: path,
  message: `${path}:${line}: ${problem}`,
})
