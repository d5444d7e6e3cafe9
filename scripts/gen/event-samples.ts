/** Brings about each event, and records a delivery and the causes. */
import { createEmulator } from '../../src/service/create-emulator.ts'
import { causes } from '../../test/service/events/event-causes.ts'

/** An event that was brought about. */
export interface EventSample {
  readonly event: string
  /** The ids of the causes: an operation, `act` with its name, or `date`. */
  readonly causes: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly payload: unknown
}

/** Runs the causes of all events, each in a fork of the default world, always with the same result. */
export async function sampleEvents(): Promise<Map<string, EventSample>> {
  const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
  const samples = new Map<string, EventSample>()
  for (const [event, cause] of causes) {
    const known = samples.get(event)
    if (known) {
      samples.set(event, { ...known, causes: [...new Set([...known.causes, cause.id])] })
      continue
    }
    const emulator = world.fork()
    const hook = emulator.receiver({ url: 'https://integration.test/hooks' })
    await cause.run(emulator)
    await emulator.settle()
    const delivery = hook.deliveries.find((each) => each.event === event)
    if (!delivery) throw new Error(`${cause.id} did not emit ${event}`)
    const { headers, body } = delivery
    samples.set(event, { event, causes: [cause.id], headers, payload: JSON.parse(body) })
  }
  return samples
}
