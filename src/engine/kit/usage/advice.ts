/** The rules of advice: each finds calls of one operation that a client could save. */
import { perPageMax } from '../../define/list-query.ts'
import { eventNamesOf } from '../../define/resource-events.ts'
import { formatThousands } from '../../define/number-text.ts'
import type { Catalog, CatalogOperation } from '../../model/catalog.ts'
import type { OperationCount, ReadPatterns } from './usage-state.ts'
import type { Advice, AdviceId } from './usage.ts'

/** The calls of one operation, with the catalog for better operations, filters and events. */
interface RuleInput {
  readonly operation: CatalogOperation
  readonly patterns: ReadPatterns
  readonly catalog: Catalog
  /** Returns the number of records of a resource. */
  readonly rowCount: (resource: string) => number
}

interface Finding {
  readonly calls: number
  /** The better way, as a sentence. */
  readonly text: string
}

interface AdviceRule {
  readonly id: AdviceId
  find(input: RuleInput): Finding | undefined
}

/** The reads by id or by filter, and the repeated reads and polls, from which a rule gives advice. */
const readsByIdMin = 10
const repeatsMin = 3
const pollsMin = 3

export const adviceRules: readonly AdviceRule[] = [
  {
    id: 'n-plus-one',
    find({ operation, patterns: { byId, listed, listedBy }, catalog }) {
      if (byId < readsByIdMin) return undefined
      const better =
        listed * 2 >= byId
          ? `pages of ${listedBy} contained ${formatThousands(listed)} of these records, so use the records of the pages`
          : listAdvice(catalog, operation)
      if (better === undefined) return undefined
      return { calls: byId, text: `${times(operation, byId)}: ${better}.` }
    },
  },
  {
    id: 'list-per-record',
    find({ operation, patterns: { longestBurst }, rowCount }) {
      const { calls, filter } = longestBurst ?? { calls: 0, filter: '' }
      const fewest = Math.max(1, Math.ceil(rowCount(operation.resource.name) / perPageMax))
      if (calls < readsByIdMin || fewest >= calls) return undefined
      return {
        calls,
        text: `${times(operation, calls)}, each with another ${filter}: read the list once without the filter, which needs ${callCount(fewest)} with per_page=${perPageMax}.`,
      }
    },
  },
  {
    id: 'small-pages',
    find({ operation: { id }, patterns: { smallPages, smallPageRows } }) {
      const fewest = Math.ceil(smallPageRows / perPageMax)
      if (fewest >= smallPages) return undefined
      return {
        calls: smallPages,
        text: `${id} ${formatThousands(smallPages)} times for pages of fewer than ${perPageMax} records: per_page=${perPageMax} needs ${callCount(fewest)}.`,
      }
    },
  },
  {
    id: 'repeated-reads',
    find({ operation, patterns: { repeats } }) {
      if (repeats < repeatsMin) return undefined
      return {
        calls: repeats,
        text: `${times(operation, repeats)} again with the same path, while no row of ${operation.resource.name} changed: keep the first response.`,
      }
    },
  },
  {
    id: 'polling',
    find({ operation, patterns: { polls } }) {
      const event = eventOf(operation)
      if (polls < pollsMin || event === undefined) return undefined
      return {
        calls: polls,
        text: `${times(operation, polls)} again with the same path after some time: the event ${event} tells when to read.`,
      }
    },
  },
  {
    id: 'complete-walks',
    find({ operation, patterns: { walks } }) {
      const repeated = [...walks.values()].filter(({ completed }) => completed > 1)
      const better = changesAdvice(operation)
      if (repeated.length === 0 || better === undefined) return undefined
      const walkCount = sum(repeated.map(({ completed }) => completed))
      const calls = sum(repeated.map((walk) => walk.calls))
      return {
        calls,
        text: `${times(operation, calls)} for ${formatThousands(walkCount)} walks over all pages: ${better}.`,
      }
    },
  },
]

/** Applies each rule to each operation. Most calls first. */
export function findAdvice(
  operations: ReadonlyMap<string, OperationCount>,
  { catalog, rowCount }: Pick<RuleInput, 'catalog' | 'rowCount'>,
): Advice[] {
  const found = [...operations].flatMap(([id, { patterns }]) => {
    const operation = catalog.operations.get(id)
    if (!operation) return []
    return adviceRules.flatMap((rule) => {
      const finding = rule.find({ operation, patterns, catalog, rowCount })
      const { entries = [], callSites = [] } = patterns.evidence[rule.id] ?? {}
      if (!finding) return []
      const name = id as Advice['operation']
      return [
        {
          id: rule.id,
          operation: name,
          evidence: [...entries],
          callSites: [...callSites],
          ...finding,
        },
      ]
    })
  })
  return found.sort((a, b) => b.calls - a.calls)
}

const times = ({ id }: CatalogOperation, count: number): string =>
  `${id} ${formatThousands(count)} times`

const callCount = (calls: number): string =>
  calls === 1 ? '1 call' : `${formatThousands(calls)} calls`

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/** Names the list of the same resource, with its filter by id if it has one. */
function listAdvice({ operations }: Catalog, { resource }: CatalogOperation): string | undefined {
  const list = [...operations.values()].find(
    ({ resource: { name }, path, presenter: { content } }) =>
      name === resource.name &&
      content.kind === 'page' &&
      content.resource === resource.name &&
      !path.includes('{'),
  )
  if (!list) return undefined
  const { id } = list.query
  return id && !id.spec.deprecated
    ? `${list.id} has the filter id, for up to ${perPageMax} records in one call`
    : `${list.id} returns up to ${perPageMax} records in one call`
}

/** Names a filter by the time of a change or creation, or an event. */
function changesAdvice(operation: CatalogOperation): string | undefined {
  const after = /^(updated|created)(_at)?_(after|since|from)$/
  const filter = Object.keys(operation.query)
    .filter((name) => after.test(name) && !operation.query[name]?.spec.deprecated)
    .sort()
    .at(-1)
  const event = eventOf(operation)
  if (filter !== undefined) return `the filter ${filter} leaves out older records`
  return event && `the event ${event} names the changed record`
}

function eventOf({ resource: { events } }: CatalogOperation): string | undefined {
  return events.updated ?? events.created ?? eventNamesOf(events)[0]
}
