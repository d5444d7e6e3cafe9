/** The assertion that an exploration found no failing history. */
import type { Exploration } from './exploration.ts'

/** Thrown by `assertConverges`: the message is the report of the exploration. */
export class ConvergenceError extends Error {
  /** Always `ConvergenceError`. */
  override readonly name = 'ConvergenceError'
  /** The exploration that found failing histories. */
  readonly exploration: Exploration

  constructor(exploration: Exploration) {
    super(`The integration does not converge.\n\n${exploration.text}`)
    this.exploration = exploration
  }
}

/**
 * Asserts that every history of an exploration has an accepted verdict. Test runners without the matcher
 * `toConverge` use it.
 *
 * @throws ConvergenceError with the report of the exploration
 * @example
 * assertConverges(await explore(merge, connect))
 */
export function assertConverges(exploration: Exploration): void {
  if (!exploration.ok) throw new ConvergenceError(exploration)
}
