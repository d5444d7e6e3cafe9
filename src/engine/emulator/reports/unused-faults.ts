/** Reports the faults and outages that never hit: their target, and the closest request or delivery. */
import type { Fault } from '../../faults/fault-rule.ts'
import { matchesFault, type FaultTarget } from '../../faults/fault-matcher.ts'
import { entryKindOf, type StoredJournalEntry } from '../../journal/kind-table.ts'
import { formatUtcTime } from '../../journal/sentence-parts.ts'
import { nearestName } from '../../errors/near-names.ts'
import { groupOf } from '../../model/catalog.ts'
import type { EmulatorContext } from '../context.ts'
import type { StoredRequest } from '../../serve/call.ts'
import { routeOf } from './calls-and-deliveries.ts'
import { sentenceContextOf } from './sentence-context.ts'
import { findWebhook, viewEntry } from './views.ts'

/** Formats a title and one line for each unused fault; no lines if every fault hit. */
export function unusedFaultLines(
  context: EmulatorContext,
  unused = unusedFaults(context),
): string[] {
  if (unused.length === 0) return []
  return [unusedFaultsTitle, ...unused.map((fault) => `  ${faultLine(context, fault)}`)]
}

function unusedFaults({ faults }: EmulatorContext): readonly Fault[] {
  const all = faults.list()
  const hitNames = new Set(all.filter(({ hits }) => hits > 0).map(faultName))
  return all.filter((fault) => !hitNames.has(faultName(fault)))
}

/** The faults whose counts code has read, or that were printed. */
const known = new WeakMap<EmulatorContext, Set<string>>()

/** Notes a new fault. After a reset it has the id of an earlier one. */
export const noteNewFault = (context: EmulatorContext, id: string): void =>
  void known.get(context)?.delete(id)

/** Notes that code reads the counts of a fault. */
export function noteFaultRead(context: EmulatorContext, id: string): void {
  const ids = known.get(context) ?? new Set()
  known.set(context, ids.add(id))
}

/** Takes the unused faults whose counts no code has read, as one text: a test passes also if a fault misses what it is for. */
export function takeUnusedFaults(context: EmulatorContext): string[] {
  const unused = unusedFaults(context).filter(({ id }) => !known.get(context)?.has(id))
  for (const { id } of unused) noteFaultRead(context, id)
  const [title, ...lines] = unusedFaultLines(context, unused)
  if (title === undefined) return []
  const advice = '  To expect that a fault hits nothing, assert it: expect(fault.hits).toBe(0).'
  return [[title.toLowerCase(), ...lines, advice].join('\n')]
}

/** The title of the report. */
const unusedFaultsTitle = 'Unused faults:'

/** The id of the fault or of its outage: an outage is used if one of its faults hits. */
const faultName = ({ id, outage }: Fault): string => outage ?? id

const faultLine = (context: EmulatorContext, fault: Fault): string =>
  `${faultName(fault)}, on ${describeTarget(context, fault)}: ${explainUnused(context, fault)}${otherTarget(context, fault)}`

/** The key for deliveries, after a fault that names nothing of a request where deliveries were attempted. */
function otherTarget(
  { journal }: EmulatorContext,
  { at, operation, group, path, outage }: Fault,
): string {
  const names = operation ?? group ?? path ?? outage
  if (at !== 'request' || names !== undefined) return ''
  const isDelivered = journal.entries().some(({ kind }) => kind === 'attempt')
  return isDelivered ? '; for deliveries, add at: "delivery"' : ''
}

function describeTarget({ settings: { startMs } }: EmulatorContext, fault: Fault): string {
  const { at, operation, group, path, event, webhook, nth = 1, fromMs, untilMs } = fault
  const parts = [
    at === 'request' ? 'requests' : 'deliveries',
    (operation ?? event) && `of ${operation ?? event}`,
    group && `of the group ${group}`,
    path && `to ${path}`,
    webhook && `to ${webhook}`,
    nth > 1 && `except the first ${nth - 1}`,
    fromMs > startMs && `from ${formatUtcTime(fromMs)}`,
    untilMs !== undefined && `until ${formatUtcTime(untilMs)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function explainUnused(context: EmulatorContext, fault: Fault): string {
  const { at, matched } = fault
  if (matched > 0) return `only ${matched} matched`
  const candidates = candidatesFor(context, at)
  const last = candidates.at(-1)
  if (!last) return `there was no ${at}`
  const alwaysActive = { ...fault, fromMs: 0, untilMs: Infinity }
  const matching = candidates.findLast(({ target, entry }) =>
    matchesFault(alwaysActive, target, entry.at),
  )
  const nearestCandidate = matching ?? nearestCandidateTo(fault, candidates) ?? last
  const { entry } = nearestCandidate
  const sentence = entryKindOf(entry).sentence(viewEntry(entry), sentenceContextOf(context))
  const sentenceText = `the closest is ${entry.number}: ${sentence}`
  return matching ? `${sentenceText}, when the fault was not active` : sentenceText
}

/** A request or a delivery that the fault could have hit. */
interface FaultCandidate {
  readonly entry: StoredJournalEntry
  readonly target: FaultTarget
}

function candidatesFor(context: EmulatorContext, at: Fault['at']): FaultCandidate[] {
  return context.journal.entries().flatMap((entry): FaultCandidate[] => {
    if (at === 'request') {
      return entry.kind === 'request' ? [{ entry, target: requestTarget(context, entry) }] : []
    }
    if (entry.kind !== 'attempt') return []
    const { event, webhook: id } = entry
    return [
      {
        entry,
        target: { at, event, webhook: { id, url: findWebhook(context.store, id)?.url ?? '' } },
      },
    ]
  })
}

function requestTarget(context: EmulatorContext, entry: StoredRequest): FaultTarget {
  const { operation: found } = routeOf(context, entry) ?? {}
  const operation = found && { id: found.id, group: groupOf(found) }
  return { at: 'request', operation, path: entry.path.split('?', 1)[0] as string }
}

/** The latest candidate whose name is the closest to the name in the fault rule. */
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
