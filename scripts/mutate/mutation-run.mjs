/** Runs the tests of each mutant of a sample, and returns the result of each. */
import { instrument } from './instrument.mjs'
import { fileHashes, hashOf, mutatedFiles, testFiles } from './project-files.mjs'
import {
  coldBudgetMs,
  createLoadCheck,
  createTestSelection,
  measureReach,
  survivorBudgetMs,
} from './reach.mjs'
import { createResultStore } from './result-store.mjs'
import { createReasons } from './survivor-reasons.mjs'
import { createWorkerJobs } from './worker-jobs.mjs'

/** Runs random mutants of the sources. */
export async function mutate({ root, size, seed, only, ...options }) {
  const { texts, mutants } = await instrument(root, mutatedFiles(root))
  const sample = sampleOf(
    mutants.filter(({ file }) => file.startsWith(only)),
    seed,
  ).slice(0, size)
  return runMutants({ root, texts, mutants, sample, ...options })
}

/** Returns the mutants of the sample, each with `status`: killed, survived, or none for no test. */
export async function runMutants({ root, cache, fresh, texts, mutants, sample }) {
  const sourceHashes = fileHashes(root, new Set(mutants.map(({ file }) => file)))
  const testHashes = fileHashes(root, testFiles(root))
  const jobs = await createWorkerJobs(root, texts, cache)
  const reach = await measureReach({ root, cache, jobs, texts, testHashes })
  const store = createResultStore({ cache, fresh, mutants, sourceHashes, testHashes })
  process.stderr.write(`${sample.length} of ${mutants.length} mutants.\n`)
  const select = createTestSelection(root, reach)
  const isLoaded = createLoadCheck(reach)
  const run = createRun({ root, jobs, store, testHashes, select, isLoaded })
  // Note: a survivor takes the whole time of its tests, so those with a reason do not run again.
  const reasonOf = createReasons(root)
  const open = sample.filter((mutant) => reasonOf(mutant) === undefined)
  try {
    await run.warm(open)
    await run.cold(open)
  } finally {
    store.save()
    await jobs.close()
  }
  return sample.map((mutant) => ({
    ...mutant,
    ...(reasonOf(mutant) !== undefined && { status: 'survived' }),
    ...store.get(mutant),
  }))
}

/** The order depends on the seed and the mutant only, so that a larger sample contains a smaller one. */
export function sampleOf(mutants, seed) {
  const keyOf = ({ file, line, column, mutatorName, replacement }) =>
    hashOf([seed, file, line, column, mutatorName, replacement].join('|'))
  const keyed = mutants.map((mutant) => [keyOf(mutant), mutant])
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, mutant]) => mutant)
}

function createRun({ root, jobs, store, testHashes, select, isLoaded }) {
  const relative = (file) => file.slice(root.length + 1)
  let done = 0

  /** The tests that ran for a mutant, by file. Those of earlier runs stay if it survives. */
  function testedBy(mutant, status, tests) {
    const before = status === 'survived' ? store.testedWithoutChange(mutant) : new Set()
    const tested = status === 'survived' ? { ...store.get(mutant)?.tested } : {}
    for (const { file, names } of tests) {
      const hash = testHashes.get(relative(file))
      const earlier = tested[relative(file)]?.names ?? []
      tested[relative(file)] = {
        hash,
        names: [...earlier.filter((name) => before.has(name)), ...names],
      }
    }
    return tested
  }

  function keep(mutant, status, { by, ms }, tests) {
    const byFile = by ? by.slice(root.length + 1).split(' > ')[0] : undefined
    const files = byFile ? tests.filter(({ file }) => relative(file) === byFile) : tests
    const name = by?.split(' > ').slice(1).join(' > ')
    store.set(mutant, { status, by: name, ms, tested: testedBy(mutant, status, files) })
    done += 1
    if (done % 5 === 0) store.save()
    const place = `${mutant.file}:${mutant.line}`
    process.stderr.write(
      `${done} ${status} ${place} ${mutant.mutatorName} ${ms} ms ${name ?? ''}\n`,
    )
  }

  /** Runs mutants in one worker after the other, until each has a result. */
  async function runAll(kind, entries, onSurvivor) {
    let left = entries
    while (left.length > 0) {
      const batch = kind === 'cold' ? left.slice(0, 1) : left
      const rest = await runBatch(kind, batch, onSurvivor)
      left = [...rest, ...left.slice(batch.length)]
    }
  }

  /** Runs mutants until one damages or ends the worker, and returns those without a result. */
  async function runBatch(kind, batch, onSurvivor) {
    const open = new Map(batch.map((entry) => [entry.mutant.id, entry]))
    let current
    let retried
    const job = { kind, mutants: batch.map(({ mutant, tests }) => ({ id: mutant.id, tests })) }
    const { isHung, hasEnded, errors } = await jobs.runJob(job, (record) => {
      if (record.kind === 'mutant') current = open.get(record.id)
      else if (record.kind === 'killed' || record.kind === 'survived') {
        open.delete(record.id)
        if (record.kind === 'killed') keep(current.mutant, 'killed', record, current.tests)
        else onSurvivor(current, record)
        current = undefined
      } else if (record.kind === 'damaged') {
        // The first mutant of a worker did the damage itself. A later one runs again in a new worker.
        if (current === batch[0]) keep(current.mutant, 'killed', record, current.tests)
        else retried = current
        open.delete(record.id)
        current = undefined
      }
    })
    if (!hasEnded && current) {
      const by = isHung ? 'an endless loop' : `the end of the worker: ${errors.join(' ')}`
      keep(current.mutant, 'killed', { by: `${root}/worker > ${by}`, ms: 0 }, [])
      open.delete(current.mutant.id)
    } else if (open.size === batch.length) {
      throw new Error(`Could not run a worker: ${errors.join('\n')}`)
    }
    return [...(retried ? [retried] : []), ...open.values()]
  }

  const pending = (sample, options) =>
    sample
      .filter((mutant) => store.get(mutant)?.status !== 'killed')
      .map((mutant) => ({
        mutant,
        tests: select(mutant, { ...options, without: store.testedWithoutChange(mutant) }),
      }))
      .filter(({ tests }) => tests.length > 0)

  const onSurvivor = ({ mutant, tests }, record) => keep(mutant, 'survived', record, tests)
  return {
    /** Runs each mutant with the tests that reach it, in workers that have loaded the sources. */
    async warm(sample) {
      const left = []
      await runAll('warm', pending(sample), (entry, record) => {
        if (isLoaded(entry.mutant)) return
        onSurvivor(entry, record)
        left.push(entry.mutant)
      })
      await runAll('warm', pending(left, { timeMs: survivorBudgetMs }), onSurvivor)
    },
    /** Runs the other mutants that are reached while the sources load, each in a worker of its own. */
    async cold(sample) {
      const options = { isCold: true, timeMs: coldBudgetMs }
      const loaded = sample.filter(isLoaded)
      if (pending(loaded, options).length === 0) return
      const failing = await failuresWithoutMutant(jobs, select)
      await runAll('cold', pending(loaded, { ...options, failing }), onSurvivor)
    },
  }
}

/** Returns the names of the tests that fail in a cold worker without a mutant. Cold runs leave them out. */
async function failuresWithoutMutant(jobs, select) {
  const failing = new Set()
  for (;;) {
    const tests = select({ id: -1, file: 'src/none' }, { isCold: true, timeMs: Infinity, failing })
    const job = { kind: 'cold', mutants: [{ id: 'none', tests }] }
    let by
    const { isHung, hasEnded, errors } = await jobs.runJob(job, (record) => {
      if (record.kind === 'killed') by = record.by
    })
    if (!hasEnded) {
      const why = isHung ? 'the worker computes too long without a result' : errors.join('\n')
      throw new Error(`Could not run the tests without a mutant: ${why}`)
    }
    if (by === undefined) return failing
    const name = by.split(' > ').slice(1).join(' > ')
    process.stderr.write(`Fails without a mutant: ${name}\n`)
    if (failing.has(name)) throw new Error(`The tests fail without a mutant: ${by}`)
    failing.add(name)
  }
}
