/** Which tests reach which mutants: measured once per test file, and kept until the file changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './project-files.mjs'

/** The test time of a mutant: the tests nearest to it come first. */
const budgetMs = 3_000

/** The further test time of a mutant that survives: few do. */
export const survivorBudgetMs = 20_000

/** The test time of a mutant that is active while the sources load: few are left to these runs. */
export const coldBudgetMs = 60_000

/** Such a mutant runs with the tests that take at most this time: almost all tests, in half of their time. */
const coldTestMs = 500

/** The tests of all definitions: they find most mutants of constants. */
const definitionTests =
  /^test\/(service\/(assumptions|contract|open-points|resources\/)|engine\/describe\/)/

/** The time to load a test file. */
const fileMs = 100

/** Measures the test files that changed, and returns the tests of each test file. */
export async function measureReach({ root, cache, jobs, texts, testHashes }) {
  const path = join(cache, 'reach.json')
  const sources = hashOf([...texts.values()].join('\n'))
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const files = stored.sources === sources ? stored.files : {}
  const stale = [...testHashes.keys()].filter((file) => files[file]?.hash !== testHashes.get(file))
  const save = () => writeFileSync(path, JSON.stringify({ sources, files }))
  if (stale.length > 0) {
    process.stderr.write(`Measuring which mutants ${stale.length} test files reach …\n`)
    await measure({ root, jobs, testHashes, stale }, (file, reach) => {
      files[file] = reach
      save()
    })
  }
  return Object.fromEntries(Object.entries(files).filter(([file]) => testHashes.has(file)))
}

/** Measures test files, and calls `onFile` when a file has ended. */
async function measure({ root, jobs, testHashes, stale }, onFile) {
  const relative = (file) => file.slice(root.length + 1)
  const job = { kind: 'coverage', files: stale.map((file) => join(root, file)) }
  let current
  const { hasEnded, errors } = await jobs.runJob(job, (record) => {
    const { kind, name, ms, coverage, error } = record
    if ((kind === 'file' || kind === 'ended') && current) onFile(current.file, current.reach)
    if (kind === 'file') {
      const file = relative(record.file)
      current = { file, reach: { hash: testHashes.get(file), tests: [] } }
    } else if (kind === 'loaded') current.reach.loaded = coverage
    else if (kind === 'test' && error === undefined)
      current.reach.tests.push({ name, ms, coverage })
    else if (kind === 'test') process.stderr.write(`Fails without a mutant: ${name}: ${error}\n`)
  })
  if (!hasEnded) throw new Error(`Could not measure the tests: ${errors.join('\n')}`)
}

/**
 * Returns a function that selects the tests of a mutant: those of its folder first, then the fast ones. A mutant that is
 * active while the sources load may change any test.
 */
export function createTestSelection(root, reach) {
  const all = Object.entries(reach).flatMap(([file, { tests }]) =>
    tests
      .filter(({ name }) => !/real time/.test(name))
      .map(({ name, ms, coverage }) => ({ file, name, ms, bits: bitsOf(coverage) })),
  )
  return (
    { id, file: source },
    { isCold = false, without = new Set(), failing = new Set(), timeMs = budgetMs } = {},
  ) => {
    const number = Number(id)
    const near = `test/${source.split('/').slice(1, 3).join('/')}/`
    const isNear = ({ file, bits }) =>
      file.startsWith(near) || (isCold && (has(bits, number) || definitionTests.test(file)))
    const rank = (each) => each.ms + (isNear(each) ? 0 : budgetMs)
    const selected = all
      .filter(({ name }) => !without.has(name) && !failing.has(name))
      .filter(({ ms, bits }) => (isCold ? ms <= coldTestMs : has(bits, number)))
      .sort((a, b) => rank(a) - rank(b))
    return [...withinBudget(selected, timeMs)].map(([file, names]) => ({
      file: join(root, file),
      names,
    }))
  }
}

/** Returns the names of tests by file. The first test is always among them. */
function withinBudget(tests, timeMs) {
  const names = new Map()
  let total = 0
  for (const { file, name, ms } of tests) {
    const cost = ms + (names.has(file) ? 0 : fileMs)
    if (names.size > 0 && total + cost > timeMs) continue
    total += cost
    names.set(file, [...(names.get(file) ?? []), name])
  }
  return names
}

const bitsOf = (text) => Buffer.from(text ?? '', 'base64')

const has = (bits, number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0

/** Returns whether a mutant is reached while the sources load, so that it must be active before. */
export function createLoadCheck(reach) {
  const sets = Object.values(reach).map(({ loaded }) => bitsOf(loaded))
  // Note: only the first file of a worker loads all sources. Later files reach few mutants.
  const most = Math.max(...sets.map(countOf))
  const loads = sets.filter((bits) => countOf(bits) > most / 2)
  return ({ id }) => loads.some((bits) => has(bits, Number(id)))
}

const countOf = (bits) =>
  bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
