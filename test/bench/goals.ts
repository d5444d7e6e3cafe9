/** Every row that must be measured, with its goal. A row that is not here, or not measured, is a failure. */
import { entryPointRowName, entryPoints } from './cold-start.ts'

export interface Goal {
  readonly name: string
  /** The ratio must not be above this. */
  readonly atMost?: number
  /** The ratio must not be below this: how many times as much a peer costs. */
  readonly atLeast?: number
}

const atMost = (atMost: number, ...names: string[]): Goal[] =>
  names.map((name) => ({ name, atMost }))

const asFastAs = (peer: string): Goal[] =>
  ['page of 25', 'read by id'].map((what) => ({ name: `peer: ${peer}, ${what}`, atLeast: 1 }))

const snapshotMethods = ['fork', 'snapshot', 'restore', 'reset']

export const goals: readonly Goal[] = [
  ...atMost(1, 'read by id'),
  ...atMost(1.15, 'page of 25'),
  ...atMost(1.2, 'create'),
  ...atMost(0.15, 'read by id, direct transport'),
  ...atMost(1.1, 'call with recorded bodies vs without'),
  ...atMost(1.3, 'call with recorded bodies vs without, direct'),
  ...atMost(1, 'delivery vs one request'),
  ...atMost(1.5, '10,000 webhooks, 10 events vs as many deliveries to one'),
  ...atMost(1, 'outage of 72 hours, 10,000 events vs as many requests'),
  ...atMost(1.2, '101,000 calls in virtual time vs as many direct requests'),
  ...atMost(12, 'advance over 10,000 due tasks vs 1,000'),
  ...atMost(2, 'fork with a full queue vs an empty one'),
  ...atMost(1.05, 'request with 250 operations vs 20'),
  ...atMost(1, 'fresh emulator of a known world vs one request'),
  ...atMost(0.3, 'training-company, shipped vs made'),
  ...atMost(1.2, 'cold boot to the first answer vs msw alone'),
  ...atMost(1.3, 'cold import of . vs msw', 'cold import of ./node vs msw and msw/node'),
  ...atMost(1.3, ...Object.keys(entryPoints).map(entryPointRowName)),
  ...atMost(1.3, 'schedule vs a baseline run outside the explorer'),
  ...atMost(0.13, 'orders of 5 deliveries, declared independence vs all'),
  ...atMost(0.8, 'exploration with 2 jobs vs 1'),
  ...atMost(5, 'processor time of a schedule over HTTP in Python vs of a module'),
  ...atMost(0.9, 'packed size vs 1 MB'),
  ...atMost(1, 'page with the worker vs 350 kB gzip'),
  ...atMost(1, 'inspector vs 200 kB gzip', 'file of a story of 200 entries vs 400 kB'),
  ...atMost(0.01, 'import of EmulatorError, built, vs import of createEmulator'),
  ...asFastAs('@mswjs/data'),
  ...asFastAs('@msw/data'),
  ...asFastAs('miragejs'),
  ...asFastAs('json-server'),
  ...atMost(
    1.2,
    'read at 100,000 rows vs 1,000',
    'page of 25 at 100,000 rows vs 1,000',
    'filter by student at 100,000 rows vs 1,000',
  ),
  ...atMost(
    1.3,
    'read at 1,000,000 rows vs 1,000',
    'page of 25 at 1,000,000 rows vs 1,000',
    'filter by student at 1,000,000 rows vs 1,000',
  ),
  ...atMost(2.5, 'given of 100,000 users vs plain objects'),
  ...atMost(1, 'rows of 100,000 users vs plain objects'),
  ...atMost(2, 'memory of 100,000 users vs parsed JSON'),
  ...atMost(2, ...snapshotMethods.map((word) => `${word} at 100,000 rows vs 100`)),
  ...atMost(3, 'large-university to the first answer vs 100,000 plain objects'),
  ...atMost(12, 'large-university with every row read vs 100,000 plain objects'),
  ...atMost(2, 'memory after a walk over all users vs the users as parsed JSON'),
  ...atMost(
    2,
    ...['fork', 'snapshot', 'restore'].map((word) => `${word} of large-university vs small-school`),
  ),
  ...atMost(300, 'training-company with a new seed vs one request'),
  ...atMost(0.1, ...snapshotMethods.map((word) => `${word} vs one request`)),
]
