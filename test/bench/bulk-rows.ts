/** The cost of many rows: making them, reading them all, and the memory that they take. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { faker } from '@faker-js/faker/locale/nl'
import { defaultEmulator } from './worlds.ts'

const rowCount = 100_000

/** A plain object with six values of faker: the yardstick for a generated row. */
export const plainUsers = (count: number): object[] =>
  Array.from({ length: count }, (_, id) => plainUser(id))

const plainUser = (id: number): object => ({
  id,
  first_name: faker.person.firstName(),
  last_name: faker.person.lastName(),
  email: faker.internet.email(),
  street: faker.location.street(),
  city: faker.location.city(),
  phone: faker.phone.number(),
})

/** The methods that are measured. The types of the package are too deep for a count without values. */
interface Users {
  given(table: 'users', count: number): unknown
  rows(table: 'users', filter?: Readonly<Record<string, string>>): unknown
}

const createUsers = (): Users => defaultEmulator() as unknown as Users

export function bulkRows(): Record<string, number> {
  createUsers().given('users', 2_000)
  plainUsers(2_000)
  const emulator = createUsers()
  const plainMs = timeMs(() => plainUsers(rowCount))
  const givenMs = timeMs(() => emulator.given('users', rowCount))
  const readMs = timeMs(() => emulator.rows('users'))
  return {
    'given of 100,000 users vs plain objects': givenMs / plainMs,
    'rows of 100,000 users vs plain objects': readMs / plainMs,
    'memory of 100,000 users vs parsed JSON': memoryRatio(),
  }
}

/** The memory of users with their indexes, compared with the same records as parsed JSON. */
function memoryRatio(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapBytes = (): number => {
    for (let round = 0; round < 4; round += 1) collect()
    return process.memoryUsage().heapUsed
  }
  const emulator = createUsers()
  const empty = heapBytes()
  emulator.given('users', rowCount)
  readByIndexes(emulator)
  const filled = heapBytes()
  const parsed: unknown = JSON.parse(JSON.stringify(emulator.rows('users')))
  const withParsed = heapBytes()
  if (!Array.isArray(parsed)) throw new Error('the users are not a list')
  return (filled - empty) / (withParsed - filled)
}

/** Reads through unique fields, so that their indexes are complete. */
function readByIndexes(emulator: Users): void {
  emulator.rows('users', { email: 'none@example.test' })
  emulator.rows('users', { slug: 'none' })
}

export function timeMs(work: () => unknown): number {
  const begin = performance.now()
  work()
  return performance.now() - begin
}
