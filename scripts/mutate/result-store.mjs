/** The results of earlier runs. A result holds until the mutated file or the test file changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function createResultStore({ cache, fresh, mutants, sourceHashes, testHashes }) {
  const path = join(cache, 'results.json')
  const stored = fresh ? {} : readResults(path)
  const shortKeyOf = ({ file, line, column, mutatorName, replacement }) =>
    [sourceHashes.get(file), file, line, column, mutatorName, replacement].join('|')
  // Note: `a && b` and `a` start at one position, and both become `true`.
  const sharedKeys = repeated(mutants.map(shortKeyOf))
  function keyOf(mutant) {
    const key = shortKeyOf(mutant)
    return sharedKeys.has(key) ? `${key}|${mutant.original}` : key
  }
  const isUnchanged = ([file, { hash }]) => testHashes.get(file) === hash

  return {
    /** Returns the result of a mutant, if it still holds. */
    get(mutant) {
      const result = stored[keyOf(mutant)]
      if (result?.status === 'killed' && !Object.entries(result.tested).every(isUnchanged)) {
        return undefined
      }
      return result
    },
    /** Returns the names of the tests that did not find a mutant, of files that have not changed since. */
    testedWithoutChange(mutant) {
      const result = stored[keyOf(mutant)]
      if (result?.status !== 'survived') return new Set()
      const unchanged = Object.entries(result.tested).filter(isUnchanged)
      return new Set(unchanged.flatMap(([, { names }]) => names))
    },
    set(mutant, result) {
      stored[keyOf(mutant)] = result
    },
    save: () => writeFileSync(path, JSON.stringify(stored)),
  }
}

/** Reads the results. Results of an earlier format have the hash of a test file without its tests. */
function readResults(path) {
  const stored = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  for (const { tested } of Object.values(stored)) {
    for (const [file, entry] of Object.entries(tested)) {
      if (typeof entry === 'string') tested[file] = { hash: entry, names: [] }
    }
  }
  return stored
}

function repeated(keys) {
  const seen = new Set()
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)))
}
