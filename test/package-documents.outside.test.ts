/** The documents of the package: each link and each path in them leads to a file of the package. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

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
const paths = new Set(files.map(({ path }) => path))
const documents = [...paths].filter((path) => /\.md$|^llms\.txt$/.test(path))

/** Whether a path is a file or a folder of the package. */
function isPacked(path: string): boolean {
  const name = path.replace(/\/$/, '')
  return paths.has(name) || [...paths].some((each) => each.startsWith(`${name}/`))
}

/** The text without comments and without code blocks. */
const proseOf = (text: string): string =>
  text.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '')

/** The targets of links to other files, relative to the package. */
const linksIn = (document: string, prose: string): string[] =>
  [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(document), target))

/** The paths of this repository in backticks. Other paths belong to projects of users. */
const pathsIn = (document: string, prose: string): string[] =>
  [...prose.matchAll(/`((?:[\w@.-]+\/)+[\w.-]*|[\w-]+\.(?:md|ts|json))`/g)]
    .map(([, path]) => path as string)
    .filter((path) => path !== 'package.json')
    .filter((path) => existsSync(join(root, path)) || /^(docs|test\/\w+)\//.test(path))
    .filter((path) => !existsSync(join(root, posix.dirname(document), path)) || isTop(document))

const isTop = (document: string): boolean => !document.includes('/')

test('the package has the guides, the pages of operations and the examples to copy', () => {
  expect(documents).toEqual(
    expect.arrayContaining([
      'docs/operations/get_users.md',
      'docs/events/user.merged.md',
      'docs/guides/report-card.md',
    ]),
  )
  expect(isPacked('test/examples/lms/middleware')).toBe(true)
  const others = /^(src|scripts)\/|^test\/.*\.test\.ts$|\/broken\/|^docs\/decisions\//
  expect([...paths].filter((path) => others.test(path))).toEqual([])
  const withoutBuild = [...paths].some((path) => path.startsWith('dist/')) ? Infinity : 2_500_000
  expect(unpackedSize).toBeLessThan(withoutBuild)
})

describe.each(documents)('%s', (document) => {
  const prose = proseOf(readFileSync(join(root, document), 'utf8'))

  test('names only files of the package', () => {
    const named = [...linksIn(document, prose), ...pathsIn(document, prose)]
    expect([...new Set(named)].filter((path) => !isPacked(path))).toEqual([])
  })
})
