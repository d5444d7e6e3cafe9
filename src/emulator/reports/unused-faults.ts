/** Tells of the faults and outages that were set and hit nothing: what each waits for, and what came nearest. */
import type { Fault } from '../../faults/fault-rule.ts'
import { matches, type Struck } from '../../faults/fault-matcher.ts'
import { momentOf, sentenceOf } from '../../kit/journal/sentences.ts'
import { nearest } from '../../machine/errors.ts'
import type { Entry } from '../../machine/journal.ts'
import { groupOf } from '../../model/catalog.ts'
import type { Assembly } from '../context.ts'
import { routeOf } from './calls-and-deliveries.ts'
import { surroundingsOf } from './journal-reports.ts'
import { viewEntry } from './views.ts'

/** One line for each, below a title; none where every one of them hit something. */
export function idleFaultLines(assembly: Assembly): string[] {
  const all = assembly.faults.everSet()
  const struck = new Set(all.filter(({ hits }) => hits > 0).map(nameOf))
  const idle = all.filter((fault) => !struck.has(nameOf(fault)))
  if (idle.length === 0) return []
  return [idleTitle, ...idle.map((fault) => `  ${lineOf(assembly, fault)}`)]
}

/** Stands above the faults that hit nothing. */
export const idleTitle = 'What was to go wrong, and hit nothing:'

/** An outage is named by itself: it is enough that one of its faults hits. */
const nameOf = ({ id, outage }: Fault): string => outage ?? id

const lineOf = (assembly: Assembly, fault: Fault): string =>
  `${nameOf(fault)}, on ${aimOf(assembly, fault)}: ${whyIdle(assembly, fault)}`

function aimOf({ settings: { startMs } }: Assembly, fault: Fault): string {
  const { at, operation, group, path, event, webhook, nth = 1, fromMs, untilMs } = fault
  const aim = [
    at === 'request' ? 'requests' : 'deliveries',
    (operation ?? event) && `of ${operation ?? event}`,
    group && `of the group ${group}`,
    path && `at ${path}`,
    webhook && `to ${webhook}`,
    nth > 1 && `but the first ${nth - 1}`,
    fromMs > startMs && `from ${momentOf(fromMs)}`,
    untilMs !== undefined && `until ${momentOf(untilMs)}`,
  ]
  return aim.filter(Boolean).join(' ')
}

function whyIdle(assembly: Assembly, fault: Fault): string {
  const { at, matched } = fault
  if (matched > 0) return `only ${matched} came`
  const came = comersIn(assembly, at)
  const last = came.at(-1)
  if (!last) return `no ${at} came`
  const always = { ...fault, fromMs: 0, untilMs: Infinity }
  const fitting = came.findLast(({ struck, entry }) => matches(always, struck, entry.at))
  const near = fitting ?? nearestTo(fault, came) ?? last
  const sentence = sentenceOf(viewEntry(near.entry), surroundingsOf(assembly))
  const told = `the nearest that came is ${near.entry.number}: ${sentence}`
  return fitting ? `${told}, when it was not in force` : told
}

/** What came, as a fault is asked of it. */
interface Comer {
  readonly entry: Entry
  readonly struck: Struck
}

function comersIn(assembly: Assembly, at: Fault['at']): Comer[] {
  const kind = at === 'request' ? 'request' : 'attempt'
  const { urlOf } = surroundingsOf(assembly)
  return assembly.journal
    .entries()
    .filter((entry) => entry.kind === kind)
    .map((entry) => {
      if (at === 'request') return { entry, struck: requestIn(assembly, entry) }
      const id = String(entry['webhook'])
      const webhook = { id, url: urlOf(id) ?? '' }
      return { entry, struck: { at, event: String(entry['event']), webhook } }
    })
}

function requestIn(assembly: Assembly, entry: Entry): Struck {
  const { operation: found } = routeOf(assembly, entry) ?? {}
  const operation = found && { id: found.id, group: groupOf(found) }
  return { at: 'request', operation, path: String(entry['path']).split('?', 1)[0] as string }
}

/** The last of those whose name is the most like the one that the fault waits for. */
function nearestTo({ operation, path, event }: Fault, came: readonly Comer[]): Comer | undefined {
  const wanted = operation ?? path ?? event
  if (wanted === undefined) return undefined
  const nameIn = ({ struck }: Comer): string => {
    if (struck.at === 'delivery') return struck.event
    return (operation === undefined ? struck.path : struck.operation?.id) ?? ''
  }
  const name = nearest(wanted, came.map(nameIn))
  return came.findLast((comer) => nameIn(comer) === name)
}
