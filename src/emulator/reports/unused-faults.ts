/** Tells of the faults and outages that were set and hit nothing: what each waits for, and what came nearest. */
import type { Fault } from '../../faults/fault-rule.ts'
import { matchesFault, type FaultTarget } from '../../faults/fault-matcher.ts'
import { formatUtcTime, entrySentence } from '../../kit/journal/sentences.ts'
import { nearestName } from '../../machine/errors.ts'
import type { Entry } from '../../machine/journal.ts'
import { groupOf } from '../../model/catalog.ts'
import type { EmulatorContext } from '../context.ts'
import { routeOf } from './calls-and-deliveries.ts'
import { sentenceContextOf } from './journal-reports.ts'
import { viewEntry } from './views.ts'

/** One line for each, below a title; none where every one of them hit something. */
export function unusedFaultLines(context: EmulatorContext): string[] {
  const all = context.faults.list()
  const hitNames = new Set(all.filter(({ hits }) => hits > 0).map(faultName))
  const unused = all.filter((fault) => !hitNames.has(faultName(fault)))
  if (unused.length === 0) return []
  return [unusedFaultsTitle, ...unused.map((fault) => `  ${faultLine(context, fault)}`)]
}

/** Stands above the faults that hit nothing. */
export const unusedFaultsTitle = 'What was to go wrong, and hit nothing:'

/** An outage is named by itself: it is enough that one of its faults hits. */
const faultName = ({ id, outage }: Fault): string => outage ?? id

const faultLine = (context: EmulatorContext, fault: Fault): string =>
  `${faultName(fault)}, on ${describeTarget(context, fault)}: ${explainUnused(context, fault)}`

function describeTarget({ settings: { startMs } }: EmulatorContext, fault: Fault): string {
  const { at, operation, group, path, event, webhook, nth = 1, fromMs, untilMs } = fault
  const parts = [
    at === 'request' ? 'requests' : 'deliveries',
    (operation ?? event) && `of ${operation ?? event}`,
    group && `of the group ${group}`,
    path && `at ${path}`,
    webhook && `to ${webhook}`,
    nth > 1 && `but the first ${nth - 1}`,
    fromMs > startMs && `from ${formatUtcTime(fromMs)}`,
    untilMs !== undefined && `until ${formatUtcTime(untilMs)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function explainUnused(context: EmulatorContext, fault: Fault): string {
  const { at, matched } = fault
  if (matched > 0) return `only ${matched} came`
  const candidates = candidatesFor(context, at)
  const last = candidates.at(-1)
  if (!last) return `no ${at} came`
  const alwaysActive = { ...fault, fromMs: 0, untilMs: Infinity }
  const matching = candidates.findLast(({ target, entry }) =>
    matchesFault(alwaysActive, target, entry.at),
  )
  const nearestCandidate = matching ?? nearestCandidateTo(fault, candidates) ?? last
  const sentence = entrySentence(viewEntry(nearestCandidate.entry), sentenceContextOf(context))
  const sentenceText = `the nearest that came is ${nearestCandidate.entry.number}: ${sentence}`
  return matching ? `${sentenceText}, when it was not in force` : sentenceText
}

/** What came, as a fault is asked of it. */
interface FaultCandidate {
  readonly entry: Entry
  readonly target: FaultTarget
}

function candidatesFor(context: EmulatorContext, at: Fault['at']): FaultCandidate[] {
  const kind = at === 'request' ? 'request' : 'attempt'
  const { urlOf } = sentenceContextOf(context)
  return context.journal
    .entries()
    .filter((entry) => entry.kind === kind)
    .map((entry) => {
      if (at === 'request') return { entry, target: requestTarget(context, entry) }
      const id = String(entry['webhook'])
      const webhook = { id, url: urlOf(id) ?? '' }
      return { entry, target: { at, event: String(entry['event']), webhook } }
    })
}

function requestTarget(context: EmulatorContext, entry: Entry): FaultTarget {
  const { operation: found } = routeOf(context, entry) ?? {}
  const operation = found && { id: found.id, group: groupOf(found) }
  return { at: 'request', operation, path: String(entry['path']).split('?', 1)[0] as string }
}

/** The last of those whose name is the most like the one that the fault waits for. */
function nearestCandidateTo(
  { operation, path, event }: Fault,
  candidates: readonly FaultCandidate[],
): FaultCandidate | undefined {
  const expectedName = operation ?? path ?? event
  if (expectedName === undefined) return undefined
  const nameIn = ({ target }: FaultCandidate): string => {
    if (target.at === 'delivery') return target.event
    return (operation === undefined ? target.path : target.operation?.id) ?? ''
  }
  const name = nearestName(expectedName, candidates.map(nameIn))
  return candidates.findLast((candidate) => nameIn(candidate) === name)
}
