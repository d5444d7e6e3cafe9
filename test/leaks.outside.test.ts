/** The heap does not grow with the amount of work. `npm run leaks` measures the same with more rounds. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The heap at ten times the rounds, relative to the heap at this number of rounds. */
const ratioMax = 1.2
const rounds = 200

const script = new URL('./leaks/growth.ts', import.meta.url).pathname

test('calls, clients, deliveries, forks, closed emulators and restores leave no memory behind', async () => {
  const args = ['--expose-gc', '--import', 'tsx', script, '--rounds', String(rounds)]
  // Note: the script fails too if a ratio is too high; the message below names the work.
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(
    (error: unknown) => error as { stdout: string },
  )
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; ratio: number })
  expect(results.map(({ name }) => name)).toEqual([
    'calls',
    'addresses',
    'deliveries',
    'forks',
    'closed',
    'restores',
  ])
  for (const { name, ratio } of results) expect.soft(ratio, name).toBeLessThanOrEqual(ratioMax)
}, 120_000)
