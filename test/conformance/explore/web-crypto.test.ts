/** Integrations that compute with `crypto.subtle`, which no list of the resources of a process shows. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

/** Answers a delivery at once. Computes digests and handles the event afterwards. */
const afterDigests =
  (count: number): Connect =>
  (connection) => {
    const integration = mirror()(connection) as Awaited<ReturnType<Connect>>
    async function handle(request: Request): Promise<void> {
      for (let i = 0; i < count; i += 1) await crypto.subtle.digest('SHA-256', new Uint8Array(8))
      await integration.fetch?.(request, {} as never)
    }
    return {
      ...integration,
      fetch(request) {
        void handle(request)
        return new Response(null, { status: 204 })
      },
    }
  }

test('an integration that computes after its answer has the same schedules as one that does not', async () => {
  const options = { depth: 1, runs: 40 } as const
  const [plain, computing] = [
    await explore(renamesOf(2), afterDigests(0), options),
    await explore(renamesOf(2), afterDigests(40), options),
  ]
  expect(computing.coverage).toBe(plain.coverage)
  expect(computing.failures.map(({ verdict, replay }) => [verdict, replay])).toEqual(
    plain.failures.map(({ verdict, replay }) => [verdict, replay]),
  )
})
