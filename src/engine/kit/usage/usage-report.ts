/** Builds the public value of usage from the counters. */
import { formatThousands } from '../../define/number-text.ts'
import { alignColumns } from './aligned-columns.ts'
import { stringifyDuration } from '../../clock/duration.ts'
import type { Catalog } from '../../model/catalog.ts'
import { findAdvice } from './advice.ts'
import type { UsageState } from './usage-state.ts'
import type { OperationUsage, Usage, UsageData } from './usage.ts'

interface UsageReportContext {
  readonly catalog: Catalog
  /** Returns the number of records of a resource. */
  readonly rowCount: (resource: string) => number
  readonly requestsPerWindowMax: number
  readonly nowMs: number
}

export function createUsage(state: UsageState, context: UsageReportContext): Usage {
  const { requestsPerWindowMax, nowMs } = context
  const { startMs = nowMs, lastMs, scopesUsed, scopesHeld, highest } = state
  const sinceLastMs = state.startMs === undefined ? 0 : Math.max(0, nowMs - lastMs)
  return usageFrom({
    since: isoTime(startMs),
    until: isoTime(nowMs),
    durationMs: state.durationMs + sinceLastMs,
    calls: state.calls,
    operations: operationUsages(state),
    unmatched: state.unmatched,
    rateLimit: {
      refused: state.refused,
      waitedMs: state.waitedMs,
      highest: {
        calls: highest.calls,
        limit: requestsPerWindowMax,
        windowStart: highest.windowStart === undefined ? null : isoTime(highest.windowStart),
      },
    },
    scopes: {
      used: [...scopesUsed].sort(),
      unused: [...new Set([...scopesHeld].flatMap((scopes) => [...scopes]))]
        .filter((scope) => !scopesUsed.has(scope))
        .sort(),
    },
    deprecated: [...state.deprecated.values()],
    advice: findAdvice(state.operations, context),
  })
}

/** Adds the methods to usage as JSON, and freezes it. */
export function usageFrom(json: UsageData): Usage {
  // Note: a copy, because the counters continue.
  const data = deepFreeze(structuredClone(json))
  return Object.freeze({ ...data, toText: () => formatUsage(data), toJSON: () => data })
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

function operationUsages({ operations }: UsageState): OperationUsage[] {
  return [...operations]
    .map(([id, { patterns: _, ...counts }]) => ({
      operation: id as OperationUsage['operation'],
      ...counts,
    }))
    .sort((a, b) => b.calls - a.calls || (a.operation < b.operation ? -1 : 1))
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}

/** Formats usage as a table of operations with totals and advice. */
export function formatUsage(usage: UsageData): string {
  const { operations, calls, durationMs, rateLimit, scopes, deprecated, advice } = usage
  const { refused, waitedMs, highest } = rateLimit
  const count = (amount: number, noun: string): string =>
    `${formatThousands(amount)} ${noun}${amount === 1 ? '' : 's'}`
  const waits =
    refused > 0 ? `, ${count(refused, 'answer')} 429, ${duration(waitedMs)} of waiting` : ''
  return [
    `${count(calls, 'call')} in ${duration(durationMs)}${waits}`,
    ...operationTable(operations),
    ...(usage.unmatched > 0 ? [`${count(usage.unmatched, 'call')} matched no operation`] : []),
    `Fullest rate window: ${formatThousands(highest.calls)} of ${formatThousands(highest.limit)} calls`,
    `Scopes: ${scopes.used.join(', ') || 'none'}; granted but unused: ${formatThousands(scopes.unused.length)}`,
    ...deprecated.map(
      ({ kind, name, operation, calls: uses }) =>
        `Deprecated ${kind} ${name}: ${count(uses, 'call')} of ${operation}`,
    ),
    ...advice.flatMap(({ text, callSites, evidence }) => [
      `Advice: ${text}`,
      ...evidenceLines(callSites, evidence),
    ]),
  ].join('\n')
}

function evidenceLines(callSites: readonly string[], entries: readonly number[]): string[] {
  const places = [
    ...callSites,
    ...(entries.length > 0 ? [`journal entries ${entries.join(', ')}`] : []),
  ]
  return places.length > 0 ? [`  ${places.join('; ')}`] : []
}

const duration = (ms: number): string => (ms === 0 ? '0 s' : stringifyDuration(ms))

const columns = ['operation', 'calls', 'pages', 'rows', 'sent', 'received', 'statuses'] as const

/** One line for each operation, with aligned columns. */
function operationTable(operations: readonly OperationUsage[]): string[] {
  if (operations.length === 0) return []
  const isText = (column: number): boolean =>
    columns[column] === 'operation' || columns[column] === 'statuses'
  return alignColumns([columns, ...operations.map(tableCells)], (column) => !isText(column))
}

const tableCells = (usage: OperationUsage): string[] => [
  usage.operation,
  formatThousands(usage.calls),
  formatThousands(usage.pages),
  formatThousands(usage.rows),
  byteText(usage.requestBytes),
  byteText(usage.responseBytes),
  Object.entries(usage.statuses)
    .map(([status, calls]) => `${status}: ${formatThousands(calls)}`)
    .join(', '),
]

const byteText = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} B` : `${formatThousands(Math.round(bytes / 1_000))} kB`
