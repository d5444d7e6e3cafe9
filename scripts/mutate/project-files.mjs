/** The sources that get mutants, and the test files that may find them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources whose tests run in one process. The explorer, the checks and the capacity are not among them yet. */
const sources = /^src\/(engine|adapters|service\/scenarios|inspector\/api-client)\b/

/** These run in other processes only: in the command, in other test runners, and in browsers. */
const otherProcesses =
  /^src\/adapters\/(cli\/(main|launcher)|testing\/(jest|playwright|reporter)|network\/(browser|service-worker)|hosting\/(storybook|vite))/

/** The tests of these sources that run in one process, and the tests of the definitions. */
const related =
  /^test\/(engine|adapters|inspector|properties)\/|^test\/conformance\/(check|explore|scenario)\/|^test\/service\/(assumptions|contract|document|events|open-points|resources|scenarios|worlds\/damaged-worlds)/

/** These take too long to run for each mutant, or start other programs. */
const slow =
  /\/(world-(commerce|generation|plausibility)|prepare-once|saved-world-sizes|hostile-names|seed-laws|random-calls|old-clients|secrets|explore\/explore[a-z-]*|adapters\/(limits|msw(js)?-data)|[a-z-]+\.(exploration|outside)|check\/(check-(command|over-http)|ci-examples))\.test\.ts$/

export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const filesBelow = (root, folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(ending) && !path.includes('/node_modules/'))
    .sort()

export const mutatedFiles = (root) =>
  filesBelow(root, 'src', '.ts').filter((path) => sources.test(path) && !otherProcesses.test(path))

export const testFiles = (root) =>
  filesBelow(root, 'test', '.test.ts').filter((path) => related.test(path) && !slow.test(path))

/** Returns the hash of each file by its path. */
export const fileHashes = (root, paths) =>
  new Map([...paths].map((path) => [path, hashOf(readFileSync(join(root, path), 'utf8'))]))
