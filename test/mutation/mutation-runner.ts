/**
 * Runs the jobs of `npm run mutate` in a Vitest worker: it runs test files for one mutant after the
 * other, and loads the sources once. `job.ts` is the only test file that Vitest itself starts.
 */
import { appendFileSync } from 'node:fs'
import {
  type File,
  startTests,
  type Test,
  type TestAnnotation,
  type TestArtifact,
} from '@vitest/runner'
import { TestRunner } from 'vitest'
import type { MutationJob, MutationRecord, TestFileSelection } from './mutation-job.ts'
import { mutantSwitch } from './mutant-switch.ts'

/** The members of the runner that its type does not show. */
interface RunnerInternals {
  readonly workerState: {
    readonly evaluatedModules: {
      getModuleById(id: string): object | undefined
      invalidateModule(module: object): void
    }
  }
  readonly snapshotClient: { finish(filepath: string): Promise<unknown> }
}

/** The tests of one file that must run, by name. Without names: all tests. */
interface FileRun {
  readonly names: ReadonlySet<string> | undefined
  failed: string | undefined
}

type OnTest = (name: string, error: string | undefined) => void

export default class MutationRunner extends TestRunner {
  #job: MutationJob = this.injectValue('mutationJob' as never)
  #isStarted = false

  constructor(...args: ConstructorParameters<typeof TestRunner>) {
    super(...args)
    // Note: a mutant of a constant must be active before the sources are loaded.
    if (this.#job.kind === 'cold') mutantSwitch.activate(this.#job.mutants[0]?.id)
  }

  async onBeforeRunFiles(): Promise<void> {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#record({ kind: 'started', pid: process.pid })
    const rejections = countRejections()
    if (this.#job.kind === 'coverage') await this.#recordCoverage()
    else {
      endWhenIdle()
      await this.#runMutants(rejections)
    }
    this.#record({ kind: 'ended' })
  }

  #record(record: MutationRecord): void {
    appendFileSync(this.#job.output, `${JSON.stringify(record)}\n`)
  }

  async #recordCoverage(): Promise<void> {
    const { sources, files } = this.#job
    // Note: a source of a page needs the globals of a browser, which its own test defines.
    for (const source of sources)
      await Promise.resolve(super.importFile(source, 'collect')).catch(() => undefined)
    this.#record({ kind: 'loaded', mutants: mutantSwitch.takeCoverage() })
    for (const file of files) {
      this.#record({ kind: 'file', file })
      let before = process.cpuUsage()
      await this.#run(file, undefined, (name, error) => {
        const { user, system } = process.cpuUsage(before)
        const ms = Math.round((user + system) / 1_000)
        const mutants = mutantSwitch.takeCoverage()
        this.#record({ kind: 'test', file, name, ms, error, mutants })
        before = process.cpuUsage()
      })
    }
  }

  async #runMutants(rejections: () => number): Promise<void> {
    for (const { id, tests } of this.#job.mutants) {
      this.#record({ kind: 'mutant', id })
      const start = performance.now()
      const killer = await this.#firstFailure(id, tests, rejections)
      const ms = Math.round(performance.now() - start)
      if (killer === undefined) this.#record({ kind: 'survived', id, ms })
      else if (this.#job.kind === 'cold' || (await this.#passes(killer))) {
        this.#record({ kind: 'killed', id, ms, by: `${killer.file} > ${killer.names?.[0] ?? ''}` })
      } else {
        // The state of the worker is damaged, by this mutant or by an earlier one.
        this.#record({ kind: 'damaged', id, ms, by: `${killer.file} > ${killer.names?.[0] ?? ''}` })
        return
      }
    }
  }

  async #firstFailure(
    id: string,
    tests: readonly TestFileSelection[],
    rejections: () => number,
  ): Promise<TestFileSelection | undefined> {
    for (const { file, names } of tests) {
      this.#record({ kind: 'file', file })
      const rejectionsBefore = rejections()
      mutantSwitch.activate(id)
      const failed = await this.#run(file, names && new Set(names))
      await new Promise(setImmediate)
      if (this.#job.kind !== 'cold') mutantSwitch.activate(undefined)
      if (failed !== undefined) return { file, names: [failed] }
      if (rejections() > rejectionsBefore) return { file, names: ['an unhandled rejection'] }
    }
    return undefined
  }

  async #passes({ file, names = [] }: TestFileSelection): Promise<boolean> {
    return (await this.#run(file, new Set(names))) === undefined
  }

  /** Runs tests of a file until one fails, and returns the name of that one. */
  async #run(
    file: string,
    names: ReadonlySet<string> | undefined,
    onTest?: OnTest,
  ): Promise<string | undefined> {
    const run: FileRun = { names, failed: undefined }
    const runner = createNestedRunner(this, run, onTest)
    const [result] = await startTests([{ filepath: file, fileTags: [] } as never], runner)
    if (run.failed === undefined && result?.result?.state === 'fail') return 'the file'
    return run.failed
  }

  /** Makes Vitest evaluate a file again, because it declares its tests while it is evaluated. */
  forget(filepath: string): void {
    const { evaluatedModules } = this.#internals().workerState
    const module = evaluatedModules.getModuleById(filepath)
    if (module) evaluatedModules.invalidateModule(module)
  }

  async finishSnapshots(filepath: string): Promise<void> {
    await this.#internals().snapshotClient.finish(filepath)
  }

  #internals(): RunnerInternals {
    // Note: these members are private in the types only.
    return this as unknown as RunnerInternals
  }
}

/** Creates a runner with the connections of another one that reports nothing to Vitest. */
function createNestedRunner(outer: MutationRunner, run: FileRun, onTest?: OnTest) {
  const nothing = async (): Promise<void> => undefined
  return Object.assign(Object.create(outer) as TestRunner, {
    onCollected: nothing,
    onTaskUpdate: nothing,
    onTestAnnotate: async (_: Test, annotation: TestAnnotation) => annotation,
    onTestArtifactRecord: async <T extends TestArtifact>(_: Test, artifact: T) => artifact,
    onBeforeRunFiles: nothing,
    onAfterRunFiles: nothing,
    async onAfterRunSuite(suite: File) {
      if (suite.filepath) await outer.finishSnapshots(suite.filepath)
    },
    importFile(filepath: string, source: 'collect' | 'setup') {
      outer.forget(filepath)
      return TestRunner.prototype.importFile.call(outer, filepath, source)
    },
    async onBeforeRunTask(test: Test) {
      // A test that asks for more than the usual minute takes too long to run for many mutants.
      const isLong = test.timeout > 60_000 && test.timeout !== outer.config.testTimeout
      const isSelected = !isLong && run.names?.has(test.fullName) !== false
      if (run.failed !== undefined || !isSelected) test.mode = 'skip'
      await TestRunner.prototype.onBeforeRunTask.call(outer, test)
    },
    onAfterRunTask(test: Test) {
      if (test.mode !== 'run' && test.mode !== 'queued') return
      const isFailed = test.result?.state === 'fail'
      if (isFailed && !onTest) run.failed ??= test.fullName
      const error = isFailed ? (test.result?.errors?.[0]?.message ?? 'no message') : undefined
      onTest?.(test.fullName, error)
    },
  })
}

/** The seconds without work after which a test waits for something that never happens. */
const idleSecondsMax = 10

/** Ends the worker when a mutant has dropped what the running test waits for. */
function endWhenIdle(): void {
  let before = process.cpuUsage()
  let idleSeconds = 0
  const check = (): void => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    idleSeconds = user + system < 5_000 ? idleSeconds + 1 : 0
    if (idleSeconds > idleSecondsMax) process.kill(process.pid, 'SIGKILL')
  }
  setInterval(check, 1_000).unref()
}

function countRejections(): () => number {
  let count = 0
  const add = (): void => void (count += 1)
  const addUnwatched = (): void => {
    // Note: an exploration has its own listener. It reports the rejection of an integration as a verdict.
    if (process.listenerCount('unhandledRejection') <= listenerCount) add()
  }
  process.on('unhandledRejection', addUnwatched)
  const listenerCount = process.listenerCount('unhandledRejection')
  process.on('uncaughtException', add)
  return () => count
}
