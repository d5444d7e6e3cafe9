/** The measured emulators: without a rate limit, in worlds that differ only in size. */
import { createEmulator } from './built-package.ts'

type Options = NonNullable<Parameters<typeof createEmulator>[0]>
type World = Exclude<Options['world'], string | undefined>
export type Emulator = ReturnType<typeof createEmulator>

const unlimited = { rateLimit: { requestsPerWindowMax: Infinity } } satisfies Options

/** The default world. */
export const defaultEmulator = (options: Options = {}): Emulator =>
  createEmulator({ ...options, ...unlimited })

/** As many users as enrollments, in the same few courses for every size. */
const emulatorWithRows = (rows: number): World => ({
  name: `rows-${rows}`,
  about: `${rows} users and as many enrollments.`,
  size: 'none',
  amounts: { categories: 5, courses: 20, planned_courses: 50, users: rows, enrollments: rows },
})

/** The emulator with 1,000 times as many rows as `withRows(1_000)`: its blocks have equal rows. */
export const withMillionRows = (): Emulator =>
  defaultEmulator({ world: emulatorWithRows(1_000), scale: 1_000 })

const cachedEmulators = new Map<number, Emulator>()

/** The emulator with `count` users; created once, since creating 100,000 rows is slow. */
export function withRows(rows: number): Emulator {
  const known = cachedEmulators.get(rows)
  if (known) return known
  const emulator = defaultEmulator({ world: emulatorWithRows(rows) })
  cachedEmulators.set(rows, emulator)
  return emulator
}
