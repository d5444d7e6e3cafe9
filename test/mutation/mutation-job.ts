/** What `npm run mutate` asks a worker to do, and what the worker writes to the output of the job. */

/** The tests to run of a file, by their full names. Without names: all. */
export interface TestFileSelection {
  readonly file: string
  readonly names?: readonly string[]
}

export interface MutationJob {
  /** `coverage`: which test reaches which mutant; `cold`: one mutant, active while sources load. */
  readonly kind: 'coverage' | 'warm' | 'cold'
  /** The path of a file that gets one record per line. */
  readonly output: string
  /** For coverage: the sources that have mutants, and the test files. */
  readonly sources: readonly string[]
  readonly files: readonly string[]
  readonly mutants: readonly { readonly id: string; readonly tests: readonly TestFileSelection[] }[]
}

export type MutationRecord =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'ended' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'mutant'; readonly id: string }
  | { readonly kind: 'survived'; readonly id: string; readonly ms: number }
  | {
      readonly kind: 'killed' | 'damaged'
      readonly id: string
      readonly ms: number
      readonly by: string
    }
  /** The mutants that are reached while the sources load. */
  | { readonly kind: 'loaded'; readonly mutants: readonly string[] }
  | {
      readonly kind: 'test'
      readonly file: string
      readonly name: string
      /** The processor time of the test. */
      readonly ms: number
      /** The message of the error, if the test fails without a mutant. */
      readonly error: string | undefined
      /** The mutants that the test reaches. */
      readonly mutants: readonly string[]
    }
