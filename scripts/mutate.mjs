/**
 * `npm run mutate`: changes the sources in many small ways, and lists the changes that no test finds.
 *
 * `--sample N` takes N random mutants (default 400), and `--all` all of them. The commit draws the sample; `--seed TEXT`
 * draws another.
 * `--only PATH` takes only mutants of the files below a path. `--fresh` ignores earlier results.
 * `--list` lists the explained survivors too. Results of files that did not change are kept.
 *
 * `--store N` keeps N mutants as replacements of text, with their results of today. `--stored` runs those again.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, root as rootFolder } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '400' },
    seed: { type: 'string' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: 'src/' },
    fresh: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    store: { type: 'string' },
    stored: { type: 'boolean', default: false },
  },
})
ensureInstalled()
// Note: tests of the inspector read its built page.
ensureBuilt()
const root = resolve(rootFolder)
// Note: these files import packages, so they load after the installation.
const { mutate } = await import('./mutate/mutation-run.mjs')
const { printReport } = await import('./mutate/report.mjs')
const { runStored, storeMutants } = await import('./mutate/stored-mutants.mjs')
// Other work on the machine comes first.
setPriority(constants.priority.PRIORITY_LOW)
const isStored = values.stored || values.store !== undefined
const cache = join(root, 'node_modules', '.cache', 'mutate', isStored ? 'stored' : 'drawn')
mkdirSync(cache, { recursive: true })
/** The hash of the commit, which no test can know in advance. */
const seed =
  values.seed ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
const options = { root, cache, seed, fresh: values.fresh }
if (values.stored) process.exit(await runStored(options))
if (isStored) process.exit(await storeMutants(options, Number(values.store)))
const size = values.all ? Infinity : Number(values.sample)
process.stderr.write(`The seed is ${seed}.\n`)
const results = await mutate({ ...options, only: values.only, size })
process.exit(printReport(root, results, values))
