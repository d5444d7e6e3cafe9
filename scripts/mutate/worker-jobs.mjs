/** Runs jobs in Vitest workers, on the instrumented sources. Ends a worker that hangs. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { createVitest } from 'vitest/node'

/** A worker that computes for this time and writes nothing is in an endless loop. */
const maxSilentSeconds = 20

/** A worker that writes nothing for this time, and hardly computes, waits forever: a server keeps its process alive. */
const maxWaitSeconds = 120

/** The share of the time in which a worker that waits computes at most. */
const waitingShare = 0.1

/** Tests have no limit in real time, because other work makes them slow. The worker ends if a test waits forever. */
const testTimeoutMs = 3_600_000

/** Creates one Vitest that runs jobs one after the other. */
export async function createWorkerJobs(root, texts, folder) {
  const output = path.join(folder, `job-${process.pid}.jsonl`)
  const plugin = {
    name: 'mutants',
    enforce: 'pre',
    load: (id) => texts.get(id.split('?')[0]),
  }
  const vitest = await createVitest(
    'test',
    {
      root,
      config: path.join(root, 'vitest.config.ts'),
      include: ['mutation/job.ts'],
      runner: path.join(root, 'test/mutation/mutation-runner.ts'),
      pool: 'forks',
      maxWorkers: 1,
      watch: false,
      reporters: [{}],
      testTimeout: testTimeoutMs,
      hookTimeout: testTimeoutMs,
      // Note: the plugin replaces the texts of the files, which the cache does not see.
      experimental: { fsModuleCache: false },
    },
    { plugins: [plugin] },
  )
  const [specification] = await vitest.globTestSpecifications()

  /** Runs a job and calls `onRecord` with each record that the worker writes. */
  async function runJob(job, onRecord) {
    rmSync(output, { force: true })
    appendFileSync(output, '')
    vitest.provide('mutationJob', { files: [], sources: [], mutants: [], ...job, output })
    vitest.state.filesMap.clear()
    vitest.state.errorsSet.clear()
    const records = readRecords(output, onRecord)
    let lastSize = 0
    let lastSeconds = 0
    let silentTicks = 0
    const watch = setInterval(() => {
      records.read()
      const seconds = cpuSeconds(records.pid())
      const isSilent = records.size() === lastSize
      silentTicks = isSilent ? silentTicks + 1 : 0
      if (!isSilent) lastSeconds = seconds
      lastSize = records.size()
      const computed = seconds - lastSeconds
      const isWaiting = silentTicks > maxWaitSeconds && computed < silentTicks * waitingShare
      if ((computed > maxSilentSeconds || isWaiting) && job.kind !== 'coverage') records.kill()
    }, 1_000)
    try {
      await vitest.runTestSpecifications([specification])
    } finally {
      clearInterval(watch)
    }
    records.read()
    const errors = [...vitest.state.errorsSet].map((error) => inspect(error))
    return { isHung: records.isKilled(), hasEnded: records.hasEnded(), errors }
  }

  async function close() {
    await vitest.close()
    rmSync(output, { force: true })
  }
  return { runJob, close }
}

function readRecords(output, onRecord) {
  let size = 0
  let pid
  let isKilled = false
  let hasEnded = false
  return {
    size: () => size,
    pid: () => pid,
    isKilled: () => isKilled,
    hasEnded: () => hasEnded,
    kill() {
      if (pid === undefined || isKilled) return
      isKilled = true
      process.kill(pid, 'SIGKILL')
    },
    read() {
      if (!existsSync(output)) return
      const text = readFileSync(output, 'utf8')
      const end = text.lastIndexOf('\n') + 1
      const lines = text.slice(size, end).split('\n').filter(Boolean)
      size = end
      for (const line of lines) {
        const record = JSON.parse(line)
        if (record.kind === 'started') pid = record.pid
        if (record.kind === 'ended') hasEnded = true
        onRecord(record)
      }
    },
  }
}

/** Returns how long a process has computed. Time in which other processes compute does not count. */
function cpuSeconds(pid) {
  if (pid === undefined) return 0
  try {
    const text = execFileSync('ps', ['-o', 'cputime=', '-p', String(pid)], { encoding: 'utf8' })
    const parts = text.trim().split(/[-:]/).map(Number)
    const factors = [1, 60, 3_600, 86_400]
    return parts.reverse().reduce((sum, part, i) => sum + part * factors[i], 0)
  } catch {
    return 0
  }
}
