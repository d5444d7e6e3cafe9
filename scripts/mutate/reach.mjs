/** Which tests reach which mutants of a sample. A test file is measured again when it changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './project-files.mjs'

/** The processor time that the tests of one mutant take. Other work on the machine does not count. */
const budgetMs = 40_000

/** A longer test is no test of one mutant. */
const testMsMax = 2_000

/** The tests of all definitions: they find most mutants of constants. */
const definitionTests =
  /^test\/(service\/(assumptions|contract|open-points|resources\/)|engine\/describe\/)/

/** The recorded rows and behaviours of all resources. */
const recordedTests = /^test\/(engine\/kit\/recorded-worlds|service\/relied-behaviours)\./

/** The time to load a test file. */
const fileMs = 100

/**
 * Measures the test files that changed. Returns the tests of each test file with the mutants that they reach, and the
 * mutants that are reached while the sources load.
 */
export async function measureReach({ root, cache, jobs, texts, testHashes }) {
  const path = join(cache, 'reach.json')
  const sources = hashOf([...texts.values()].join('\n'))
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  const reach = stored?.sources === sources ? stored : { sources, loaded: [], files: {} }
  const isStale = (file) => reach.files[file]?.hash !== testHashes.get(file)
  const stale = [...testHashes.keys()].filter(isStale)
  if (stale.length > 0) {
    process.stderr.write(`Measuring which mutants ${stale.length} test files reach …\n`)
    await measure({ root, jobs, texts, testHashes, stale, reach }, () =>
      writeFileSync(path, JSON.stringify(reach)),
    )
  }
  const files = Object.entries(reach.files).filter(([file]) => testHashes.has(file))
  return { loaded: new Set(reach.loaded), files }
}

/** Measures test files, and calls `save` when a file has ended. */
async function measure({ root, jobs, texts, testHashes, stale, reach }, save) {
  const relative = (file) => file.slice(root.length + 1)
  const files = stale.map((file) => join(root, file))
  let current
  const job = { kind: 'coverage', files, sources: [...texts.keys()] }
  const { hasEnded, errors } = await jobs.runJob(job, (record) => {
    const { kind, file, name, ms, mutants, error } = record
    if ((kind === 'file' || kind === 'ended') && current) {
      reach.files[current.file] = { hash: testHashes.get(current.file), tests: current.tests }
      save()
    }
    if (kind === 'loaded') reach.loaded = mutants
    else if (kind === 'file') current = { file: relative(file), tests: [] }
    else if (kind === 'test' && error === undefined) current.tests.push({ name, ms, mutants })
    else if (kind === 'test') process.stderr.write(`Fails without a mutant: ${name}: ${error}\n`)
  })
  if (!hasEnded) throw new Error(`Could not measure the tests: ${errors.join('\n')}`)
}

/** The folder of the tests of a source: the adapters share one, and so does the inspector. */
function testFolderOf(source) {
  const [, layer, folder] = source.split('/')
  return layer === 'adapters' || layer === 'inspector'
    ? `test/${layer}/`
    : `test/${layer}/${folder}/`
}

/**
 * Returns a function that selects the tests of a mutant by file: those of its folder first, then the fast ones. A mutant
 * that is reached while the sources load may change any test; after those of its folder come those of all definitions.
 */
export function createTestSelection(root, { loaded, files }) {
  const all = files.flatMap(([file, { tests }]) =>
    tests
      .filter(({ name, ms }) => ms <= testMsMax && !/real time/.test(name))
      .map(({ name, ms, mutants }) => ({ file, name, ms, mutants: new Set(mutants) })),
  )
  return ({ id, file: source }, isLeftOut) => {
    const near = testFolderOf(source)
    const isCold = loaded.has(id)
    const isDefinition = isCold && source.startsWith('src/service/')
    const distance = ({ file, mutants }) => {
      if (file.startsWith(near) || (isCold && mutants.has(id))) return 0
      if (isDefinition && recordedTests.test(file)) return 0
      return isCold && definitionTests.test(file) ? 1 : 2
    }
    const rank = (test) => test.ms + distance(test) * budgetMs
    const tests = all
      .filter((test) => (isCold || test.mutants.has(id)) && !isLeftOut(test))
      .sort((a, b) => rank(a) - rank(b))
    const names = withinBudget(tests)
    return [...names].map(([file, each]) => ({ file: join(root, file), names: each }))
  }
}

/** Returns the names of tests by file. The first test is always among them. */
function withinBudget(tests) {
  const names = new Map()
  let total = 0
  for (const { file, name, ms } of tests) {
    const cost = ms + (names.has(file) ? 0 : fileMs)
    if (names.size > 0 && total + cost > budgetMs) continue
    total += cost
    names.set(file, [...(names.get(file) ?? []), name])
  }
  return names
}
