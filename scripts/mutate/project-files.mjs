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

/** These need a browser or other packages, or test no source. */
const otherFolders = ['browser', 'compat', 'mutation', 'pictures']

/** These start other programs, run for minutes, or leave promises without a handler on purpose. */
const excludedTests = [
  /\.(exploration|outside)\./,
  /^adapters\/(explore\/explore-each|limits|server-load)\./,
  /^conformance\/(check\/(check-over-http|ci-examples)|explore\/(correct-integrations|generated|unhandled-errors))\./,
  /^house-rules\./,
  /^properties\/chaos\./,
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
  filesBelow(root, 'test', '.test.ts').filter((path) => {
    const [, folder] = path.split('/')
    const isExcluded = excludedTests.some((pattern) => pattern.test(path.slice('test/'.length)))
    return !otherFolders.includes(folder) && !isExcluded
  })

/** Returns the hash of each file by its path. */
export const fileHashes = (root, paths) =>
  new Map([...paths].map((path) => [path, hashOf(readFileSync(join(root, path), 'utf8'))]))
