/** The emulators that are measured: without a rate limit, in worlds that differ in size alone. */
import { createEmulator } from './built-package.ts'

type Options = NonNullable<Parameters<typeof createEmulator>[0]>
type World = Exclude<Options['world'], string | undefined>
export type Emulator = ReturnType<typeof createEmulator>

const unlimited = { rateLimit: { requestsPerWindowMax: Infinity } } satisfies Options

/** The default world, as a user gets it. */
export const defaultEmulator = (options: Options = {}): Emulator =>
  createEmulator({ ...options, ...unlimited })

/** As many users as enrollments, on the same few courses whatever the size. */
const emulatorWithRows = (rows: number): World => ({
  name: `rows-${rows}`,
  about: `${rows} users and as many enrollments.`,
  size: 'none',
  amounts: { categories: 5, courses: 20, planned_courses: 50, users: rows, enrollments: rows },
})

const cachedEmulators = new Map<number, Emulator>()

/** The emulator with so many users; made once, since making 100,000 rows takes its time. */
export function withRows(rows: number): Emulator {
  const known = cachedEmulators.get(rows)
  if (known) return known
  const emulator = defaultEmulator({ world: emulatorWithRows(rows) })
  cachedEmulators.set(rows, emulator)
  return emulator
}
