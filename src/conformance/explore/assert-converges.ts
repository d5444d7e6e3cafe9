/** The assertion that an exploration found no failing schedule. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Exploration } from './exploration.ts'

/** Thrown by `assertConverges`: the message is the report of the exploration. */
export class ConvergenceError extends Error {
  /** Always `ConvergenceError`. */
  override readonly name = 'ConvergenceError'
  /** The exploration that found failing schedules. */
  readonly exploration: Exploration

  constructor(exploration: Exploration) {
    super(`The integration does not converge.\n\n${exploration.text}`)
    this.exploration = exploration
  }
}

/**
 * Asserts that every schedule of an exploration has an accepted verdict. Test runners without the matcher
 * `toConverge` use it.
 *
 * @throws ConvergenceError with the report of the exploration; EmulatorError for another value
 * @example
 * assertConverges(await explore(merge, connect))
 */
export function assertConverges(exploration: Exploration): void {
  assertArgumentCount('assertConverges', 1, arguments)
  const { ok } = requireExploration(
    exploration,
    'assertConverges(await explore(scenario, connect))',
  )
  if (!ok) throw new ConvergenceError(exploration)
}

/** Returns the value if it is the result of `explore`. `example` shows how to await it. */
export function requireExploration(
  value: unknown,
  example: string,
): Pick<Exploration, 'ok' | 'text'> {
  const { ok, text } = (value ?? {}) as Partial<Exploration>
  if (typeof ok === 'boolean' && typeof text === 'string') return { ok, text }
  throw new EmulatorError('not_an_exploration', {
    action: 'check whether the integration converges',
    reason: `${quoteValue(value)} is not the result of \`explore\``,
    advice: `Await the exploration: \`${example}\`.`,
  })
}
