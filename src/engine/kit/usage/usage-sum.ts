/** Adds up the usage of several runs, such as the tests of a suite. */
import { usageFrom } from './usage-report.ts'
import type { Advice, DeprecatedUsage, OperationUsage, Usage, UsageData } from './usage.ts'

/** The advice of a run, with the name of the run. */
export interface NamedUsage {
  readonly name: string
  readonly usage: UsageData
}

/**
 * Returns the sum. For advice of the same rule about the same operation, it keeps the advice with most calls
 * and names its run. The numbers of journal entries are left out, because each run has its own journal.
 */
export function sumUsage(runs: readonly NamedUsage[]): Usage {
  const usages = runs.map(({ usage }) => usage)
  const total = (amount: (usage: UsageData) => number): number =>
    usages.reduce((sum, usage) => sum + amount(usage), 0)
  const times = (key: 'since' | 'until'): string[] => usages.map((usage) => usage[key]).sort()
  const used = unique(usages.flatMap(({ scopes }) => scopes.used))
  const highest = usages
    .map(({ rateLimit }) => rateLimit.highest)
    .reduce((a, b) => (b.calls > a.calls ? b : a), { calls: 0, limit: 0, windowStart: null })
  return usageFrom({
    since: times('since')[0] ?? '',
    until: times('until').at(-1) ?? '',
    durationMs: total(({ durationMs }) => durationMs),
    calls: total(({ calls }) => calls),
    operations: sumOperations(usages.flatMap(({ operations }) => operations)),
    unmatched: total(({ unmatched }) => unmatched),
    rateLimit: {
      refused: total(({ rateLimit }) => rateLimit.refused),
      waitedMs: total(({ rateLimit }) => rateLimit.waitedMs),
      highest,
    },
    scopes: {
      used,
      unused: unique(usages.flatMap(({ scopes }) => scopes.unused)).filter(
        (scope) => !used.includes(scope),
      ),
    },
    deprecated: sumDeprecated(usages.flatMap(({ deprecated }) => deprecated)),
    advice: sumAdvice(runs),
  })
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort()

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return [...groups.values()]
}

const byCalls = (a: { readonly calls: number }, b: { readonly calls: number }): number =>
  b.calls - a.calls

function sumOperations(all: readonly OperationUsage[]): OperationUsage[] {
  return groupBy(all, ({ operation }) => operation)
    .map((group) => group.reduce(addOperation))
    .sort(byCalls)
}

const addOperation = (a: OperationUsage, b: OperationUsage): OperationUsage => ({
  operation: a.operation,
  calls: a.calls + b.calls,
  pages: a.pages + b.pages,
  rows: a.rows + b.rows,
  requestBytes: a.requestBytes + b.requestBytes,
  responseBytes: a.responseBytes + b.responseBytes,
  statuses: addCounts(a.statuses, b.statuses),
  pageSizes: addCounts(a.pageSizes, b.pageSizes),
})

function addCounts(a: OperationUsage['statuses'], b: OperationUsage['statuses']) {
  const sums = { ...a }
  for (const [key, count] of Object.entries(b)) sums[key] = (sums[key] ?? 0) + count
  return sums
}

function sumDeprecated(all: readonly DeprecatedUsage[]): DeprecatedUsage[] {
  return groupBy(all, ({ operation, kind, name }) => `${operation} ${kind} ${name}`)
    .map((group) => group.reduce((a, b) => ({ ...a, calls: a.calls + b.calls })))
    .sort(byCalls)
}

function sumAdvice(runs: readonly NamedUsage[]): Advice[] {
  const all = runs.flatMap(({ name, usage }) => usage.advice.map((advice) => ({ name, advice })))
  return groupBy(all, ({ advice }) => `${advice.id} ${advice.operation}`)
    .map((group) => {
      const [{ name, advice }] = group.sort((a, b) => byCalls(a.advice, b.advice))
      const others = group.length - 1
      const rest = others === 0 ? '' : ` and ${others} more`
      return { ...advice, text: `${advice.text} In "${name}"${rest}.`, evidence: [] }
    })
    .sort(byCalls)
}
