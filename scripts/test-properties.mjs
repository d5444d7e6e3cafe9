/** `npm run test:properties -- --times 20`: runs the property tests with so many times their usual number of runs. */
import { parseArgs } from 'node:util'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, exitOnFailure, installed, root, run } from './prepare.mjs'

const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
ensureInstalled()
process.env.PROPERTY_TIMES = values.times
const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((path) => `test/${path}`)
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
  .filter((path) =>
    /\b(assertProperty|propertyTimes)\b/.test(readFileSync(join(root, path), 'utf8')),
  )
const args = ['run', '--testTimeout', String(60_000 * Number(values.times)), ...files]
exitOnFailure(run(installed('vitest'), args, { stdio: 'inherit' }))
