/** The reasons why no test finds certain mutants. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const survivorsFile = 'test/mutation/survivors.yaml'

/** Returns a function that finds the reason of a mutant: entries name the file and the change. */
export function createReasons(root) {
  const reasons = new Map()
  for (const { reason, mutants } of parse(readFileSync(join(root, survivorsFile), 'utf8')) ?? []) {
    for (const { file, original, replacement } of mutants) {
      reasons.set(keyOf({ file, original, replacement }), reason)
    }
  }
  return (mutant) => reasons.get(keyOf(mutant))
}

/** Blanks do not count, so that a change of the format keeps the reasons. */
const keyOf = ({ file, original, replacement }) =>
  [file, original, replacement].map((part) => String(part).replace(/\s+/g, '')).join('\n')
