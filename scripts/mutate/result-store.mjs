/** The results of earlier runs. A result holds until the mutated file or the test file changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function createResultStore({ cache, fresh, sourceHashes, testHashes }) {
  const path = join(cache, 'results.json')
  const stored = !fresh && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const keyOf = ({ file, line, column, mutatorName, replacement }) =>
    [sourceHashes.get(file), file, line, column, mutatorName, replacement].join('|')
  const isUnchanged = ([file, hash]) => testHashes.get(file) === hash

  return {
    /** Returns the result of a mutant, if it still holds. */
    get(mutant) {
      const result = stored[keyOf(mutant)]
      if (result?.status === 'killed' && !Object.entries(result.tested).every(isUnchanged)) {
        return undefined
      }
      return result
    },
    /** Returns the test files that did not find a mutant and have not changed since. */
    testedWithoutChange(mutant) {
      const result = stored[keyOf(mutant)]
      if (result?.status !== 'survived') return new Set()
      return new Set(
        Object.entries(result.tested)
          .filter(isUnchanged)
          .map(([file]) => file),
      )
    },
    set(mutant, result) {
      stored[keyOf(mutant)] = result
    },
    save: () => writeFileSync(path, JSON.stringify(stored)),
  }
}
