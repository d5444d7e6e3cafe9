/** The documents of the package: each link and each path in them leads to a file or a heading of the package. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { anchorsOf, isAmong, linksIn, proseOf } from './support/document-links.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const packed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [{ files, unpackedSize }] = JSON.parse(packed) as [
  { files: { path: string }[]; unpackedSize: number },
]
const paths = files.map(({ path }) => path)
const documents = paths.filter((path) => /\.md$|^llms\.txt$/.test(path))
const proses = new Map(
  documents.map((path) => [path, proseOf(readFileSync(join(root, path), 'utf8'))]),
)
const anchors = new Map([...proses].map(([path, prose]) => [path, anchorsOf(prose)]))

/** The paths of this repository in backticks. Other paths belong to projects of users. */
const pathsIn = (document: string, prose: string): string[] =>
  [...prose.matchAll(/`((?:[\w@.-]+\/)+[\w.-]*|[\w-]+\.(?:md|ts|json))`/g)]
    .map(([, path]) => path as string)
    .filter((path) => path !== 'package.json')
    .filter((path) => existsSync(join(root, path)) || /^(docs|test\/\w+)\//.test(path))
    .filter((path) => !existsSync(join(root, posix.dirname(document), path)) || isTop(document))

const isTop = (document: string): boolean => !document.includes('/')

test('the package has the guides, the pages of resources and the examples to copy', () => {
  expect(documents).toEqual(
    expect.arrayContaining([
      'docs/records.md',
      'docs/resources/resource-users.md',
      'docs/guides/report-card.md',
    ]),
  )
  expect(isAmong(paths, 'test/examples/lms/middleware')).toBe(true)
  const others = /^(src|scripts)\/|^test\/.*\.test\.ts$|\/broken\/|^docs\/decisions\//
  expect(paths.filter((path) => others.test(path))).toEqual([])
  const isBuilt = paths.some((path) => path.startsWith('dist/'))
  expect(paths.includes('dist/sbom.json')).toBe(isBuilt)
  expect(unpackedSize).toBeLessThan(isBuilt ? Infinity : 2_500_000)
})

describe.each([...proses])('%s', (document, prose) => {
  test('names only files and headings of the package', () => {
    const links = linksIn(document, prose)
    const named = [...links.map((link) => link.replace(/#.*/, '')), ...pathsIn(document, prose)]
    expect([...new Set(named)].filter((path) => !isAmong(paths, path))).toEqual([])
    const isUnknown = (link: string): boolean => {
      const [path = '', anchor] = link.split('#')
      return anchor !== undefined && !anchors.get(path)?.includes(anchor)
    }
    expect(links.filter(isUnknown)).toEqual([])
  })
})
