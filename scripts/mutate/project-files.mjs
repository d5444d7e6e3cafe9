/** The sources that get mutants, and the test files that may find them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['deliver', 'faults', 'machine', 'model', 'serve', 'define']

/**
 * The tests of other layers, and those that read the source text, listen on a port or measure time.
 * They would find a few more mutants, but cost most of the time.
 */
const related =
  /^test\/(deliver|events|faults|kit|machine|model|properties|resources|serve)\/|^test\/assumptions/
const unrelated = new RegExp(
  [
    '^test/(adapters|bench|browser|compat|describe|docs|examples|explore|fuzz|inspector|leaks|scenarios)/',
    '^test/(simulator|tidy|types)[/.]',
    '^test/(alternatives|contract|document|laws|open-points|package|round-trip)\\.',
    '\\.outside\\.test\\.ts$',
  ].join('|'),
)

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const filesBelow = (root, folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && !path.includes('/node_modules/'))
    .sort()

export const mutatedFiles = (root) =>
  folders.flatMap((folder) => filesBelow(root, `src/${folder}`, '.ts'))

export const testFiles = (root) =>
  filesBelow(root, 'test', '.test.ts').filter((path) => related.test(path) && !unrelated.test(path))

/** Returns the hash of each file by its path. */
export const fileHashes = (root, paths) =>
  new Map(paths.map((path) => [path, hashOf(readFileSync(join(root, path), 'utf8'))]))
