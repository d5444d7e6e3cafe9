/** The list of surviving mutants that have a reason. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface SurvivorGroup {
  readonly reason: string
  readonly mutants: readonly {
    readonly file: string
    readonly original: string
    readonly replacement: string
  }[]
}

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const groups = parse(read('test/mutation/survivors.yaml')) as SurvivorGroup[]
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '')

test('each listed survivor has a reason, and its text is still in its file', () => {
  const missing = groups.flatMap(({ mutants }) =>
    mutants.filter(
      ({ file, original }) => !withoutBlanks(read(file)).includes(withoutBlanks(original)),
    ),
  )
  expect(missing).toEqual([])
  const incomplete = groups.flatMap(({ mutants }) =>
    mutants.filter(({ replacement }) => typeof replacement !== 'string'),
  )
  expect(incomplete).toEqual([])
  expect(groups.filter(({ reason }) => reason.split(' ').length < 5)).toEqual([])
})
