/** Error responses of the service: a status, a message and errors by field. */
import type { Behaviour } from './behaviour.ts'
import type { RefusalDetails } from '../journal/kinds/request.ts'

type FieldErrors = Readonly<Record<string, readonly string[]>>

interface ProblemOptions {
  readonly message?: string
  readonly errors?: FieldErrors
  readonly headers?: Readonly<Record<string, string>>
  /** The reason in the output of `explain`. */
  readonly reason?: string | undefined
  /** The behaviour that causes the error. */
  readonly behaviour?: Behaviour | undefined
  /** Details for the journal entry of the request, such as the missing scopes. */
  readonly details?: RefusalDetails
}

const defaultMessages: Readonly<Record<number, string>> = {
  301: 'The record has another address.',
  400: 'The request could not be understood.',
  401: 'The request needs a valid token.',
  403: 'The request is not permitted.',
  404: 'There is no such record.',
  413: 'The body is too large.',
  422: 'The record could not be saved.',
  429: 'Too many requests.',
  500: 'Something went wrong on our side.',
  502: 'The gateway got no answer.',
  503: 'The service is not available.',
  504: 'The gateway waited too long for an answer.',
}

export class Problem extends Error {
  readonly status: number
  readonly errors: FieldErrors
  readonly headers: Readonly<Record<string, string>>
  readonly reason: string | undefined
  readonly behaviour: Behaviour | undefined
  readonly details: RefusalDetails

  constructor(status: number, options: ProblemOptions = {}) {
    super(options.message ?? defaultMessages[status] ?? 'The request failed.')
    this.status = status
    this.errors = options.errors ?? {}
    this.headers = options.headers ?? {}
    this.reason = options.reason
    this.behaviour = options.behaviour
    this.details = options.details ?? {}
  }
}

/** A redirect to the current URL of a record. */
export const moved = (location: string, behaviour: Behaviour): Problem =>
  new Problem(301, { headers: { location }, reason: `it moved to ${location}`, behaviour })
export const badRequest = (errors: FieldErrors, options: ProblemOptions = {}): Problem =>
  new Problem(400, { ...options, errors })
export const forbidden = (reason: string, behaviour?: Behaviour): Problem =>
  new Problem(403, { reason, behaviour })
export const notFound = (reason: string, behaviour?: Behaviour): Problem =>
  new Problem(404, { reason, behaviour })
/** A 404 for a record that does not exist. */
export const recordNotFound = (table: string, id: unknown, behaviour?: Behaviour): Problem =>
  notFound(`there is no record ${String(id)} in ${table}`, behaviour)
export const unprocessable = (errors: FieldErrors, behaviour?: Behaviour): Problem =>
  new Problem(422, { errors, behaviour })

/** Returns the reason of a problem in one line. The field `base` contains the errors of the whole record. */
export function problemReason({ errors, reason, message }: Problem): string {
  const reasons = Object.entries(errors).map(
    ([field, texts]) => `${field === 'base' ? 'the record' : field} ${texts.join(', ')}`,
  )
  return reasons.join('; ') || (reason ?? message)
}
