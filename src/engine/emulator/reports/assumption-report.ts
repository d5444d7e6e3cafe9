/** Methods that report the behaviours that a run relies on, and that explain a response. */
import { type AssumptionReport, createAssumptionReport } from '../../describe/assumption-report.ts'
import { toHeaderValue, explain, type Explanation } from '../../describe/explanation.ts'
import { quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { explainHeader, type StoredRequest } from '../../serve/call.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import { isRequest } from './request-entries.ts'

export class AssumptionReportMethodGroup extends MethodGroup {
  /**
   * Returns the behaviours of the service that the run relied on since the emulator was created, by grade.
   * Records from `given` and from the world do not count, but a `given` that is refused does. A `reset` does not clear the report.
   *
   * @example
   * console.log(String(emulator.assumptionReport())) // This run relies on 41 behaviours: 33 documented, …
   */
  assumptionReport(): AssumptionReport {
    const { journal, droppedEntries, alternatives, settings } = this.context
    const used = droppedEntries.used()
    for (const entry of journal.entries()) used.add(entry)
    return createAssumptionReport({
      behaviours: used.behaviours,
      operations: used.operations,
      alternatives: alternatives(),
      gradesOfService: settings.grades,
    })
  }

  /**
   * Explains a response: the operation, the deciding behaviour, missing scopes, nearest names.
   *
   * It accepts a response or the number of a journal entry. A response from an intercepted `fetch` or from
   * a port is a copy. It is found by the header `x-emulator-explain`, which the response has if the request
   * had it. Without the header, the latest response with the same URL and status is used.
   *
   * @throws EmulatorError if the emulator does not know the response
   * @example
   * console.log(String(emulator.explain(response))) // GET /users -> 403: no token was sent …
   */
  explain(response: Response | number): Explanation {
    return explainEntry(this.context, entryOfResponse(this.context, response))
  }
}

/** The parts of the context that an explanation needs. */
type ExplainContext = Pick<EmulatorContext, 'alternatives' | 'settings'>

const explainEntry = (
  { alternatives, settings }: ExplainContext,
  entry: StoredRequest,
): Explanation => explain(entry, alternatives(), settings.grades)

/** The explanation as the value of a header. */
export const compactExplanation = (context: ExplainContext, entry: StoredRequest): string =>
  toHeaderValue(explainEntry(context, entry))

function entryOfResponse(context: EmulatorContext, response: Response | number): StoredRequest {
  if (typeof response === 'number')
    return entryWithNumber(context, response) ?? unknownEntry(response)
  if (!isResponse(response)) throw notAResponse(response)
  const exactEntry =
    context.entryOfResponse.get(response) ?? entryWithNumber(context, entryNumberFrom(response))
  return exactEntry ?? newestMatchingEntry(context, response) ?? unknownResponse(response)
}

/** Returns whether a value is a response, also one of another copy of `fetch`. */
const isResponse = (value: unknown): value is Response =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Response>).headers?.get === 'function'

const notAResponse = (value: unknown): EmulatorError =>
  new EmulatorError('bad_response', {
    action: 'explain the response',
    reason: `${quoteValue(value)} is not a response`,
    advice: 'Pass the response of a request to this emulator, or the number of its journal entry.',
  })

function entryWithNumber(
  { journal }: EmulatorContext,
  number: number | undefined,
): StoredRequest | undefined {
  return journal
    .entries()
    .filter(isRequest)
    .find((entry) => entry.number === number)
}

function entryNumberFrom({ headers }: Response): number | undefined {
  const line = headers.get(explainHeader)
  return line === null ? undefined : (JSON.parse(line) as { entry: number }).entry
}

/** The latest request with the URL and the status of a response. */
function newestMatchingEntry(
  { journal, settings: { basePath } }: EmulatorContext,
  { url, status }: Response,
): StoredRequest | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  const path = pathname.slice(basePath.length) + search
  return journal
    .entries()
    .filter(isRequest)
    .findLast((entry) => entry.path === path && entry.status === status)
}

function unknownEntry(number: number): never {
  throw new EmulatorError('unknown_entry', {
    action: `explain entry ${number}`,
    reason: 'the journal does not contain a request with this number',
    advice: 'Use the number of an entry of kind "request".',
  })
}

function unknownResponse({ status, url }: Response): never {
  throw new EmulatorError('unknown_response', {
    action: `explain a response with status ${status}${url && ` from ${url}`}`,
    reason: 'the journal of this emulator does not contain the response',
    advice: `Send the header "${explainHeader}: 1" with the request, and call \`explain\` of the same emulator.`,
  })
}
