/** Compares the violations of a rule with the list of known violations, which may only get shorter. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './rule.ts'
import { root } from './source-files.ts'

/** How often each key is known: one line per key, `key` or `key: count`. */
type Counts = ReadonlyMap<string, number>

const listPath = 'test/tidy/known-violations.ts'

/** The messages of violations that the list does not know, and the lines of it that are out of date. */
export function compare(violations: readonly Violation[], list = ''): string[] {
  const known = parse(list)
  const found = countKeys(violations)
  const added = violations
    .filter(({ key }) => (found.get(key) ?? 0) > (known.get(key) ?? 0))
    .map(({ message }) => message)
  const gone = [...known].flatMap(([key, count]) => {
    const left = found.get(key) ?? 0
    if (left >= count) return []
    const advice = left === 0 ? 'delete the line' : `write "${line([key, left])}"`
    return [`${listPath}: "${line([key, count])}" is out of date -> ${advice}`]
  })
  return [...added, ...gone]
}

function parse(list: string): Counts {
  const lines = list.split('\n').map((each) => each.trim())
  return new Map(
    lines.filter(Boolean).map((each) => {
      const [, key = each, count = '1'] = /^(.*): (\d+)$/.exec(each) ?? []
      return [key, Number(count)]
    }),
  )
}

function countKeys(violations: readonly Violation[]): Counts {
  const counts = new Map<string, number>()
  for (const { key } of violations) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const line = ([key, count]: readonly [string, number]): string =>
  count === 1 ? key : `${key}: ${count}`

/** Formats the violations of a rule as a list. */
export const format = (violations: readonly Violation[]): string =>
  [...countKeys(violations)]
    .map(line)
    .toSorted()
    .map((each) => `    ${each}\n`)
    .join('')

/** Writes the file of known violations; rules without a violation are left out. */
export function writeKnownViolations(lists: Readonly<Record<string, string>>): void {
  const groups = Object.entries(lists)
    .filter(([, list]) => list !== '')
    .map(([name, list]) => `  '${name}': \`\n${list}  \`,\n`)
  const body = groups.length > 0 ? `{\n${groups.join('')}}` : '{}'
  const text = `/** Violations that the refactoring removes. Delete a line when its violation is gone; add none. */
export const knownViolations: Readonly<Record<string, string>> = ${body}
`
  writeFileSync(join(root, listPath), text)
}
