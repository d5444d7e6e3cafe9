/** The package: its reference pages, its version and its lock files. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '../../src/emulator/version.ts'
import { read, root } from './source-files.ts'

const {
  exports,
  files,
  version: packageVersion,
} = JSON.parse(read('package.json')) as {
  readonly exports: Readonly<Record<string, unknown>>
  readonly files: readonly string[]
  readonly version: string
}

describe('the package', () => {
  test('has a page of the reference for every entry point', () => {
    const pages = Object.keys(exports)
      .filter((path) => path !== './package.json')
      .map((path) => `${path.slice('./'.length) || 'index'}.md`)
    expect(readdirSync(join(root, 'docs/api')).toSorted()).toEqual(
      [...pages, 'README.md', 'public-api.txt', 'records.md'].toSorted(),
    )
    for (const list of ['README.md', 'llms.txt']) {
      expect(read(list)).toContain('(docs/api/README.md)')
    }
  })

  test('ships the guides, but not the decisions', () => {
    expect(files).toContain('docs')
    expect(files).toContain('!docs/decisions')
  })

  test('has a glossary of at most 40 terms, each with one definition', () => {
    const terms = [...read('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(
      ([, term]) => term,
    )
    expect(terms.length).toBeLessThanOrEqual(40)
    expect(terms).toEqual([...new Set(terms)])
  })

  test('names no registry in its lock files', () => {
    const locks = ['package-lock.json', 'test/compat/msw3/package-lock.json']
    const wrong = locks.filter(
      (lock) => existsSync(join(root, lock)) && /"resolved": "http/.test(read(lock)),
    )
    expect(wrong).toEqual([])
  })

  test('states one version', () => {
    expect(packageVersion).toBe(version)
  })
})
