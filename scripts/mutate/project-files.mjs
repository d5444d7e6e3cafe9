/** The sources that get mutants, and the test files that may find them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders whose tests run in one process, one a line. */
const sourceFolders = [
  'src/adapters',
  'src/engine',
  'src/inspector/api-client.ts',
  'src/service/scenarios',
]

/** These run in other processes only: in the command, in other test runners, and in browsers. */
const otherProcesses =
  /^src\/adapters\/(cli\/(main|launcher)|testing\/(explore-each|jest|playwright|reporter)|network\/(browser|service-worker)|hosting\/(storybook|vite))/

const testFolders = [
  'adapters',
  'conformance',
  'engine',
  'golden',
  'inspector',
  'mistakes',
  'properties',
  'service',
]

/** These start other programs, or repeat calls that other tests make: their load finds nothing further. */
const excludedTests = [
  /\.(exploration|outside)\./,
  /^adapters\/(explore\/explore-each|limits|msw-data|mswjs-data|server-load)\./,
  /^conformance\/(capacity\/(?!capacity-command)|explore\/)/,
  /^conformance\/check\/(check-over-http|ci-examples|correct-integrations|defects)\./,
  /^engine\/control\/hostile-names\./,
  /\/(prepare-once|saved-world-sizes|world-(commerce|generation|plausibility))\./,
  /^properties\/(chaos|secrets)\./,
  /^service\/(old-clients|random-calls|worlds\/seed-laws)\./,
]

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const filesBelow = (root, folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && !path.includes('/node_modules/'))
    .sort()

export const mutatedFiles = (root) =>
  filesBelow(root, 'src', '.ts')
    .filter((path) =>
      sourceFolders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
    )
    .filter((path) => !otherProcesses.test(path))

export const testFiles = (root) =>
  testFolders
    .flatMap((folder) => filesBelow(root, `test/${folder}`, '.test.ts'))
    .filter((path) => !excludedTests.some((pattern) => pattern.test(path.slice('test/'.length))))

/** Returns the hash of each file by its path. */
export const fileHashes = (root, paths) =>
  new Map([...paths].map((path) => [path, hashOf(readFileSync(join(root, path), 'utf8'))]))
