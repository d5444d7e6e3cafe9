/** The timers and clocks of the host, also if fake timers replaced the globals before the package loaded. */

const names = ['setTimeout', 'clearTimeout', 'setImmediate', 'Date', 'performance'] as const

type HostGlobals = Pick<typeof globalThis, (typeof names)[number]>

/** The clock that a fake timer of `@sinonjs/fake-timers` names. It keeps each replaced global under its name. */
const { clock } = globalThis.setTimeout as { clock?: Readonly<Record<string, unknown>> }

/** The globals of the host. Captured when the module loads, so that later fake timers do not stop the emulator. */
export const host = Object.fromEntries(
  names.map((name) => [name, clock?.[`_${name}`] ?? globalThis[name]]),
) as Omit<HostGlobals, 'setImmediate'> & Partial<Pick<HostGlobals, 'setImmediate'>>
