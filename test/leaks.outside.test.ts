/** The heap does not grow with the amount of work. `npm run leaks` measures the same with more rounds. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The heap at ten times the rounds, relative to the heap at this number of rounds. */
const ratioMax = 1.2
const rounds = 200

/** Runs a script of `leaks/`, and returns the JSON of each line. */
async function measure<T>(script: string, ...args: string[]): Promise<T[]> {
  const { pathname } = new URL(`./leaks/${script}`, import.meta.url)
  const node = ['--expose-gc', '--import', 'tsx', pathname, ...args]
  // Note: the script fails too if a ratio is too high; the message of the test names the work.
  const { stdout } = await promisify(execFile)(process.execPath, node).catch(
    (error: unknown) => error as { stdout: string },
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

test('calls, clients, bodies, months of traffic, forks, closed emulators and restores leave no memory behind', async () => {
  const results = await measure<{ name: string; ratio: number; after: number }>(
    'growth.ts',
    '--rounds',
    String(rounds),
  )
  expect(results.map(({ name }) => name)).toEqual([
    'calls',
    'addresses',
    'uploads',
    'bodies',
    'hours',
    'deliveries',
    'forks',
    'closed',
    'restores',
  ])
  for (const { name, ratio, after } of results) {
    expect.soft(ratio, name).toBeLessThanOrEqual(ratioMax)
    expect.soft(after, name).toBeLessThan(150_000_000)
  }
}, 120_000)

test('the schedules of an exploration leave no memory and no handle behind', async () => {
  const [result] = await measure('schedules.ts', '--schedules', '30')
  expect(result).toMatchObject({ run: 301, handles: [] })
  expect((result as { ratio: number }).ratio).toBeLessThanOrEqual(1.3)
}, 120_000)
