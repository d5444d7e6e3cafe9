/** The response to an exception inside the emulator: the service's error body with status 500. */
import { redactText } from '../journal/redaction.ts'
import { Problem } from '../define/problems.ts'
import { EmulatorError } from '../errors/errors.ts'
import type { Call, ClosedCall, InternalError, ServeContext } from './call.ts'
import { renderProblem } from './response-renderer.ts'
import { errorBody } from './behaviours.ts'

const internalErrorsMax = 100

/** The lists of all emulators that have an error, for a test runner that does not know the emulators. */
const listsWithErrors = new Set<InternalError[]>()

/** Removes and returns the errors of all emulators in this process. */
export function takeInternalErrors(): InternalError[] {
  const errors = [...listsWithErrors].flatMap((list) => list.splice(0))
  listsWithErrors.clear()
  return errors
}

/** Answers a call that an exception interrupted, and keeps the exception for the test. */
export function respondToInternalError(
  { method, path, operation, behaviours, entry }: Call,
  error: unknown,
  { settings: { internalErrors }, journal }: Pick<ServeContext, 'settings' | 'journal'>,
): ClosedCall {
  listsWithErrors.add(internalErrors)
  if (internalErrors.length < internalErrorsMax) {
    internalErrors.push({ call: `${method} ${path}`, error })
  }
  behaviours.add(errorBody)
  const internalError = redactText(String(error))
  const outcome = {
    operation: operation?.id,
    status: 500,
    reason: `the emulator failed: ${internalError}`,
    internalError,
  }
  const response = renderProblem(new Problem(500), { entry, journal })
  if (error instanceof EmulatorError) misuses.set(response, { error, internalErrors })
  return { response, outcome }
}

interface Misuse {
  readonly error: EmulatorError
  readonly internalErrors: InternalError[]
}

/** The responses to calls that the author of the test set up incorrectly, such as a fault with an unknown id. */
const misuses = new WeakMap<Response, Misuse>()

/** Throws the error of the author of the test, where the author is the caller. */
export function assertNoMisuse(response: Response): void {
  const misuse = misuses.get(response)
  if (!misuse) return
  const { error, internalErrors } = misuse
  internalErrors.splice(
    internalErrors.findIndex((each) => each.error === error),
    1,
  )
  throw error
}

/** Creates the error that fails a test after internal errors; its cause is the first exception. */
export function internalErrorFailure(internalErrors: readonly InternalError[]): EmulatorError {
  const misuse = internalErrors.find(({ error }) => error instanceof EmulatorError)
  if (misuse) return misuse.error as EmulatorError
  const calls = internalErrors.map(({ call, error }) => `${call} (${String(error)})`)
  return new EmulatorError('internal_error', {
    action: `answer ${calls.join(' and ')}`,
    reason: 'the emulator has a defect',
    advice: 'The cause of this error has the stack. Report it with the journal of the test.',
    cause: internalErrors[0]?.error,
  })
}
