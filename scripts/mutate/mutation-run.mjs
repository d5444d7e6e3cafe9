/** Runs the tests of each mutant of a sample, and returns the result of each. */
import { instrument } from './instrument.mjs'
import { fileHashes, hashOf, mutatedFiles, testFiles } from './project-files.mjs'
import { createTestSelection, measureReach } from './reach.mjs'
import { createResultStore } from './result-store.mjs'
import { createReasons } from './survivor-reasons.mjs'
import { createWorkerJobs } from './worker-jobs.mjs'

/** Runs random mutants of the sources. */
export async function mutate({ root, size, seed, only, ...options }) {
  const files = mutatedFiles(root).filter((file) => file.startsWith(only))
  const { mutants } = await instrument(root, files)
  process.stderr.write(`${Math.min(size, mutants.length)} of ${mutants.length} mutants.\n`)
  return runMutants({ root, sample: sampleOf(mutants, seed).slice(0, size), ...options })
}

/** The order depends on the seed and the mutant only, so that a larger sample contains a smaller one. */
export function sampleOf(mutants, seed) {
  const keyed = mutants.map((mutant) => [hashOf(seed + nameOf(mutant)), mutant])
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mutant]) => mutant)
}

export const nameOf = ({ file, line, column, original, replacement }) =>
  JSON.stringify([file, line, column, original, replacement])

/** Returns the mutants of the sample, each with `status`: killed, survived, or none for no test. */
export async function runMutants({ root, cache, fresh, sample: drawn }) {
  // Note: each mutant slows its place down. The tests run at their usual speed with those of the sample alone.
  const files = [...new Set(drawn.map(({ file }) => file))].sort()
  const { texts, mutants } = await instrument(root, files, drawn)
  const ids = new Map(mutants.map((mutant) => [nameOf(mutant), mutant.id]))
  const sample = drawn.map((mutant) => ({ ...mutant, id: ids.get(nameOf(mutant)) }))
  const testHashes = fileHashes(root, testFiles(root))
  const store = createResultStore({
    cache,
    fresh,
    sourceHashes: fileHashes(root, files),
    testHashes,
  })
  // Note: a survivor takes the whole time of its tests, so those with a reason do not run again.
  const reasonOf = createReasons(root)
  const open = sample.filter(
    (mutant) => reasonOf(mutant) === undefined && store.get(mutant)?.status !== 'killed',
  )
  const jobs = await createWorkerJobs(root, texts, cache)
  try {
    const reach = await measureReach({ root, cache, jobs, texts, testHashes })
    const run = createRun({ root, jobs, store, select: createTestSelection(root, reach) })
    const isCold = ({ id }) => reach.loaded.has(id)
    await run(
      'warm',
      open.filter((mutant) => !isCold(mutant)),
    )
    for (const mutant of open.filter(isCold)) await run('cold', [mutant])
  } finally {
    await jobs.close()
  }
  return sample.map((mutant) => ({
    ...mutant,
    ...(reasonOf(mutant) !== undefined && { status: 'survived' }),
    ...store.get(mutant),
  }))
}

/** Returns a function that runs mutants in workers until each has a result. */
function createRun({ root, jobs, store, select }) {
  const relative = (file) => file.slice(root.length + 1)
  /** The tests that fail in a cold worker without a mutant, by name. */
  const failing = new Map()
  let done = 0

  function keep({ mutant, tests }, status, { by, ms = 0 }) {
    const [killer, ...names] = by ? relative(by).split(' > ') : []
    const all = tests.map(({ file }) => relative(file))
    const files = killer ? all.filter((file) => file === killer) : all
    const earlier = status === 'survived' ? [...store.testedWithoutChange(mutant)] : []
    store.set(mutant, { status, by: names.join(' > ') }, [...earlier, ...files])
    done += 1
    const place = `${mutant.file}:${mutant.line} ${mutant.mutatorName}`
    process.stderr.write(`${done} ${status} ${place} ${ms} ms ${names.join(' > ')}\n`)
  }

  /** Returns whether a test fails in a cold worker without a mutant. Other tests may have to run before it. */
  async function failsAlone(by) {
    const [file, ...names] = by.split(' > ')
    const name = names.join(' > ')
    if (!failing.has(name)) {
      let isFailed = false
      const mutants = [{ id: 'none', tests: [{ file, names: [name] }] }]
      await jobs.runJob({ kind: 'cold', mutants }, ({ kind }) => (isFailed ||= kind === 'killed'))
      failing.set(name, isFailed)
    }
    return failing.get(name)
  }

  return async function run(kind, mutants) {
    let left = mutants.map(withTests)
    while (left.length > 0) {
      const withoutTests = left.filter(({ tests }) => tests.length === 0)
      left = await runBatch(
        kind,
        left.filter((entry) => !withoutTests.includes(entry)),
      )
    }
  }

  function withTests(mutant) {
    const without = store.testedWithoutChange(mutant)
    const isLeftOut = ({ file, name }) => without.has(file) || failing.get(name) === true
    return { mutant, tests: select(mutant, isLeftOut) }
  }

  /** Runs mutants until one damages or ends the worker, and returns those without a result. */
  async function runBatch(kind, batch) {
    if (batch.length === 0) return []
    const open = new Map(batch.map((entry) => [entry.mutant.id, entry]))
    const ends = []
    let current
    const job = { kind, mutants: batch.map(({ mutant, tests }) => ({ id: mutant.id, tests })) }
    const { isHung, hasEnded, errors } = await jobs.runJob(job, (record) => {
      if (record.kind === 'mutant') current = open.get(record.id)
      else if (['killed', 'survived', 'damaged'].includes(record.kind)) {
        ends.push({ entry: current, record })
        current = undefined
      }
    })
    if (!hasEnded && current) {
      const why = isHung ? 'an endless loop' : `an endless wait: ${errors.join(' ')}`
      ends.push({ entry: current, record: { kind: 'ended', by: `${root}/worker > ${why}` } })
    }
    if (ends.length === 0) throw new Error(`Could not run a worker: ${errors.join('\n')}`)
    const again = []
    for (const { entry, record } of ends) {
      open.delete(entry.mutant.id)
      // The first mutant of a worker did the damage itself. A later one runs again in a new worker.
      if (record.kind === 'damaged' && entry !== batch[0]) again.push(entry)
      else if (kind === 'cold' && record.kind === 'killed' && (await failsAlone(record.by)))
        again.push(withTests(entry.mutant))
      else keep(entry, record.kind === 'survived' ? 'survived' : 'killed', record)
    }
    return [...again, ...open.values()]
  }
}
