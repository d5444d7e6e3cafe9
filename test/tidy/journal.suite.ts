/** The journal: the generated list contains the kind of every file, and the source writes every kind. */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entryKinds } from '../../src/define/journal/kind-list.ts'
import { codeIn, readProject } from './source-files.ts'

const folder = new URL('../../src/define/journal/kinds/', import.meta.url)

describe('the journal', () => {
  test('lists the kind of every file', () => {
    const names = readdirSync(folder).map((file) => file.replace('.ts', '').replaceAll('-', ' '))
    expect(entryKinds.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  test('lists only kinds that the source writes', () => {
    const written = codeIn(readProject(), 'src').flatMap(({ text }) =>
      [...text.matchAll(/journal\s*\.add\(\s*(\w+)Kind\b/g)].map(([, name]) => name),
    )
    const names = entryKinds.map(({ name }) =>
      name.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    )
    expect(names.filter((name) => !written.includes(name))).toEqual([])
  })
})
