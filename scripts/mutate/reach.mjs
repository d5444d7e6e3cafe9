/** Which tests reach which mutants: measured once per test file, and kept until the file changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from './project-files.mjs'

/** The test time that one mutant may cost: the tests nearest to it come first. */
const budgetMs = 5_000

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

/** Returns a function that selects the tests of a mutant, those of its folder and the fast ones first. */
export function createTestSelection(root, reach) {
  const files = Object.entries(reach).map(([file, { tests }]) => ({
    file,
    tests: tests.map((test) => ({ ...test, bits: bitsOf(test.coverage) })),
  }))
  return ({ id, file: source }, { isCold = false, without = new Set() } = {}) => {
    const number = Number(id)
    const isNear = (file) => file.startsWith(`test/${source.split('/')[1]}/`)
    const selected = files
      .filter(({ file }) => !without.has(file))
      .map(({ file, tests }) => {
        const reaching = isCold ? tests : tests.filter(({ bits }) => has(bits, number))
        const ms = 20 + reaching.reduce((sum, test) => sum + test.ms, 0)
        return { file, tests: reaching, ms }
      })
      .filter(({ tests }) => tests.length > 0)
      .sort((a, b) => isNear(b.file) - isNear(a.file) || a.ms - b.ms)
    return withinBudget(selected).map(({ file, tests }) => ({
      file: join(root, file),
      names: tests.map(({ name }) => name),
    }))
  }
}

function withinBudget(files) {
  let total = 0
  return files.filter(({ ms }) => {
    const fits = total === 0 || total + ms <= budgetMs
    if (fits) total += ms
    return fits
  })
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
