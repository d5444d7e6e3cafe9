/** The stage words for what a run relies on: the bill, and why a response is as it is. */
import { allBehaviours, type Behaviour } from '../../define/behaviours.ts'
import { type AssumptionReport, createAssumptionReport } from '../../describe/assumption-report.ts'
import { toHeaderValue, explain, type Explanation } from '../../describe/explanation.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Entry } from '../../machine/journal.ts'
import { explainHeader } from '../../serve/call.ts'
import { addBehaviourUsage } from '../behaviour-usage.ts'
import type { EmulatorContext } from '../context.ts'
import { MethodGroup } from '../method-group.ts'

export interface AssumptionReportMethods {
  /**
   * Which behaviours of the service were relied on since the emulator was made, and how well each is
   * known; what `given` and the seed did does not count. A `reset` does not clear it.
   *
   * @example
   * console.log(String(emulator.assumptionReport())) // This run relies on 41 behaviours: 33 documented, …
   */
  assumptionReport(): AssumptionReport

  /**
   * Why a response is as it is: the operation, what decided, missing scopes, nearest names.
   *
   * A response that came over an intercepted `fetch` or a port is another object than the one that was
   * sent: it is found by the header `x-emulator-explain`, which it has when the request had it, or else by
   * its address and status, as the newest that fits. The number of a journal entry will do as well.
   *
   * @throws EmulatorError when no such response is known
   * @example
   * console.log(String(emulator.explain(response))) // GET /users -> 403: no token was sent …
   */
  explain(response: Response | number): Explanation
}

export class AssumptionReportMethodGroup extends MethodGroup implements AssumptionReportMethods {
  assumptionReport(): AssumptionReport {
    return buildReport(this.context)
  }

  explain(response: Response | number): Explanation {
    return explainEntry(this.context, entryOfResponse(this.context, response))
  }
}

function buildReport({ journal, usage, alternatives }: EmulatorContext): AssumptionReport {
  for (const entry of journal.entries()) addBehaviourUsage(usage, entry)
  const known = allBehaviours()
  return createAssumptionReport({
    behaviours: [...usage.behaviours].map((number) => known[number] as Behaviour),
    operations: usage.operations,
    alternatives: alternatives(),
  })
}

export const explainEntry = (
  { alternatives }: Pick<EmulatorContext, 'alternatives'>,
  entry: Entry,
): Explanation => explain(entry, allBehaviours(), alternatives())

/** The explanation as a header carries it. */
export const compactExplanation = (
  context: Pick<EmulatorContext, 'alternatives'>,
  entry: Entry,
): string => toHeaderValue(explainEntry(context, entry))

function entryOfResponse(context: EmulatorContext, response: Response | number): Entry {
  if (typeof response === 'number')
    return entryWithNumber(context, response) ?? unknownEntry(response)
  const exactEntry =
    context.entryOfResponse.get(response) ?? entryWithNumber(context, entryNumberFrom(response))
  return exactEntry ?? newestMatchingEntry(context, response) ?? unknownResponse(response)
}

function entryWithNumber(
  { journal }: EmulatorContext,
  number: number | undefined,
): Entry | undefined {
  return journal.entries().find((entry) => entry.number === number && entry.kind === 'request')
}

function entryNumberFrom({ headers }: Response): number | undefined {
  const line = headers.get(explainHeader)
  return line === null ? undefined : (JSON.parse(line) as { entry: number }).entry
}

/** The newest request to the address of a response that was answered with its status. */
function newestMatchingEntry(
  { journal, basePath }: EmulatorContext,
  { url, status }: Response,
): Entry | undefined {
  if (!URL.canParse(url)) return undefined
  const { pathname, search } = new URL(url)
  const path = pathname.slice(basePath.length) + search
  return journal.entries().findLast((entry) => entry['path'] === path && entry['status'] === status)
}

function unknownEntry(number: number): never {
  throw new EmulatorError('unknown_entry', {
    action: `explain entry ${number}`,
    reason: 'the journal holds no request of this number',
    advice: 'Take the number of an entry of kind "request".',
  })
}

function unknownResponse({ status, url }: Response): never {
  throw new EmulatorError('unknown_response', {
    action: `explain a response with status ${status}${url && ` from ${url}`}`,
    reason: 'this emulator gave no such response, or its journal has let it go',
    advice: `Send the header "${explainHeader}: 1" with the request, and ask the emulator that answered.`,
  })
}
