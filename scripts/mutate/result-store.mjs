/** The results of earlier runs. A result holds until the mutated file or a test file changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function createResultStore({ cache, fresh, sourceHashes, testHashes }) {
  const path = join(cache, 'results.json')
  const stored = !fresh && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const keyOf = ({ file, line, column, original, replacement }) =>
    [sourceHashes.get(file), file, line, column, original, replacement].join('|')
  const unchanged = ({ tested }) =>
    Object.keys(tested).filter((file) => testHashes.get(file) === tested[file])

  return {
    /** Returns the result of a mutant. One that was killed counts until the file of its test changes. */
    get(mutant) {
      const result = stored[keyOf(mutant)]
      const isStale = result?.status === 'killed' && unchanged(result).length === 0
      return isStale && Object.keys(result.tested).length > 0 ? undefined : result
    },
    /** Returns the test files that did not find a mutant, and have not changed since. */
    testedWithoutChange(mutant) {
      const result = stored[keyOf(mutant)]
      return new Set(result?.status === 'survived' ? unchanged(result) : [])
    },
    /** Keeps a result with the test files that gave it. */
    set(mutant, result, files) {
      const tested = Object.fromEntries(files.map((file) => [file, testHashes.get(file)]))
      stored[keyOf(mutant)] = { ...result, tested }
      writeFileSync(path, JSON.stringify(stored))
    },
  }
}
