/** The warnings of a measurement. */
import type { Usage } from '../../engine/kit/usage/usage.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { callsWith } from './accepted-calls.ts'
import type { SyncRun } from './sync-run.ts'

/** Returns what makes the result of runs doubtful. The last run is the largest. `noun` is what its size counts. */
export function warningsOf(runs: readonly SyncRun[], noun: string): string[] {
  const usages = runs.map(({ usage }) => usage)
  const [{ unrepeated } = { unrepeated: 0 }] = runs.slice(-1)
  const equal = [...equalData(runs), ...emptyLists(usages), ...unreadPages(runs)]
  return [
    ...(equal.length === 0 ? equalReads(runs, noun) : equal),
    ...usages.slice(-1).flatMap(refusals),
    ...(unrepeated > 0 ? [`Not repeated after a 429: ${countText(unrepeated)}.`] : []),
  ]
}

/** Warns of runs that sent as many calls and read as many records at every size: they do not synchronize the data. */
function equalReads(runs: readonly SyncRun[], noun: string): string[] {
  const largest = runs.at(-1)
  if (runs.length < 2 || largest === undefined) return []
  const [reads, ...others] = runs.map(({ usage }) => `${usage.calls} ${readRecords(usage)}`)
  if (others.some((each) => each !== reads)) return []
  const read = recordsText(readRecords(largest.usage))
  return [
    `The synchronization got ${read} for ${formatThousands(largest.size)} ${noun}, and as many at every size. So its time says nothing about the size.`,
  ]
}

/** The warnings of runs that read lists and no record, so that their time says nothing. None if they read records. */
export function nothingReadIn(runs: readonly SyncRun[]): string[] {
  const usages = runs.map(({ usage }) => usage)
  return usages.some((usage) => readRecords(usage) > 0) ? [] : emptyLists(usages)
}

const readRecords = ({ operations }: Usage): number =>
  operations.reduce((sum, { rows }) => sum + rows, 0)

/** Warns of a `given` that created as many records in each run: it ignores the size. */
function equalData(runs: readonly SyncRun[]): string[] {
  const counts = new Set(runs.map(({ givenRecords }) => givenRecords))
  const [count] = counts
  if (runs.length < 2 || counts.size > 1 || count === undefined) return []
  return [
    `\`given\` made ${recordsText(count)} at every size. Make as many as \`size\`, its second argument.`,
  ]
}

/** Warns of refused calls: the synchronization may need more calls when they are accepted. */
function refusals({ operations, unmatched }: Usage): string[] {
  const refused = operations.flatMap((usage) =>
    callsWith(usage, (status) => status >= 400 && status !== 429).map(
      ([status, calls]) =>
        `${usage.operation} was answered with ${status} (${formatThousands(calls)} of ${countText(usage.calls)}).`,
    ),
  )
  return unmatched === 0 ? refused : [...refused, `${countText(unmatched)} matched no operation.`]
}

const countText = (calls: number): string =>
  `${formatThousands(calls)} call${calls === 1 ? '' : 's'}`

const recordsText = (count: number): string =>
  `${formatThousands(count)} record${count === 1 ? '' : 's'}`

/** Warns of lists that returned no records in any run: the data of the runs may be incomplete. */
function emptyLists(usages: readonly Usage[]): string[] {
  const lists = usages.flatMap(({ operations }) => operations).filter(({ pages }) => pages > 0)
  const filled = new Set(lists.filter(({ rows }) => rows > 0).map(({ operation }) => operation))
  const empty = lists.map(({ operation }) => operation).filter((each) => !filled.has(each))
  return [...new Set(empty)].map(
    (operation) => `${operation} returned no records at any size. Give them in \`given\`.`,
  )
}

/** Warns of lists that ended before their last page with as many records in each run: their calls do not grow. */
function unreadPages(runs: readonly SyncRun[]): string[] {
  const [{ unfinished } = { unfinished: [] }] = runs.slice(-1)
  return unfinished.flatMap((operation) => {
    const counts = runs.map(({ usage }) => rowsOf(usage, operation))
    const [rows = 0] = counts
    if (rows === 0 || counts.some((each) => each !== rows)) return []
    return [
      `${operation} returned ${recordsText(rows)} at every size, and its last page has a next one. Follow the header \`Link\`.`,
    ]
  })
}

const rowsOf = ({ operations }: Usage, name: string): number =>
  operations.find(({ operation }) => operation === name)?.rows ?? 0
