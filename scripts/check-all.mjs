/** `npm run check:all`: runs `npm run check` and the long lanes one after the other, and prints a line for each. */
import { longTests } from './long-tests.mjs'
import { exitOnFailure, run } from './prepare.mjs'

const lanes = [
  'check',
  ...Object.entries(longTests).map(([name, files]) => `test:${name} -- ${files.join(' ')}`),
  'test:explorations',
  'test:msw3',
  'test:properties',
  'test:reliance',
  'test:repeat',
  'test:orval',
  'test:typescript7',
  'leaks',
  'explore:all',
  'mutate -- --stored',
  'simulate',
]

// Note: the explorations find every incorrect integration, and not only those that are found early.
process.env['CURVE'] = 'all'

const results = lanes.map((lane) => {
  process.stderr.write(`\n— ${lane}\n`)
  const startedMs = performance.now()
  const status = run('npm', ['run', '--silent', ...lane.split(' ')])
  return { lane, status, seconds: Math.round((performance.now() - startedMs) / 1_000) }
})
process.stderr.write('\n')
for (const { lane, status, seconds } of results)
  process.stderr.write(`${lane} ${status === 0 ? 'passed' : 'failed'} in ${seconds} s.\n`)
exitOnFailure(results.some(({ status }) => status !== 0) ? 1 : 0)
