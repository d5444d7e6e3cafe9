/** The journal: its list of kinds describes every kind that the source writes. */
import { describe, expect, test } from 'vitest'
import { journalKinds } from '../../src/kit/journal/journal-kinds.ts'
import { codeIn, readProject } from './source-files.ts'

describe('the journal', () => {
  test('describes every kind that is written', () => {
    const written = codeIn(readProject(), 'src').flatMap(({ text }) =>
      [...text.matchAll(/(?:journal\.add|\bnote)\(\s*'([a-z ]+)'/g)].map(([, kind]) => kind),
    )
    expect(written.filter((kind) => !((kind as string) in journalKinds))).toEqual([])
    expect(written.length).toBeGreaterThan(10)
  })
})
