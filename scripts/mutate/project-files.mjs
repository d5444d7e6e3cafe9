/** The sources that get mutants, and the test files that may find them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folders = [
  'clock',
  'define',
  'deliver',
  'errors',
  'faults',
  'journal',
  'model',
  'serve',
  'store',
]

/** The tests of these layers that run in one process, and the tests of the definitions. */
const related =
  /^test\/(engine\/(?!describe)|conformance\/(check|explore)\/|properties\/|service\/(assumptions|contract|document|events|open-points|resources|worlds\/damaged-worlds)|engine\/describe\/(answers|descriptions|reference-pages)\.)/

/** These take too long to run for each mutant. */
const slow =
  /\/(world-(commerce|generation|plausibility)|prepare-once|saved-world-sizes|explore\/explore|[a-z-]+\.exploration|check\/(check-(command|over-http)|ci-examples))\.test\.ts$/

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const filesBelow = (root, folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && !path.includes('/node_modules/'))
    .sort()

export const mutatedFiles = (root) =>
  folders.flatMap((folder) => filesBelow(root, `src/engine/${folder}`, '.ts'))

export const testFiles = (root) =>
  filesBelow(root, 'test', '.test.ts').filter((path) => related.test(path) && !slow.test(path))

/** Returns the hash of each file by its path. */
export const fileHashes = (root, paths) =>
  new Map([...paths].map((path) => [path, hashOf(readFileSync(join(root, path), 'utf8'))]))
