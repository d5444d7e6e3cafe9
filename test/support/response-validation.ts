/**
 * Looks at every answer and every event of every emulator in the test suite; one that differs from the
 * OpenAPI document fails the test in which it was given. Of another reading than the usual one and of
 * faults the document does not speak.
 */
import { afterEach, vi } from 'vitest'
import { observed } from './response-log.ts'

type Serving = typeof import('../../src/serve/fetch-handler.ts')
type Enveloping = typeof import('../../src/deliver/envelope.ts')

vi.mock('../../src/serve/fetch-handler.ts', async (original): Promise<Serving> => {
  const { createServe } = await original<Serving>()
  return {
    createServe(parts) {
      const serve = createServe(parts)
      return async (request) => {
        const response = await serve(request)
        observed.answer(request, response, parts)
        return response
      }
    },
  }
})

vi.mock('../../src/deliver/envelope.ts', async (original): Promise<Enveloping> => {
  const { envelope } = await original<Enveloping>()
  return {
    envelope(event, tenant, data) {
      const text = envelope(event, tenant, data)
      observed.event(event, text)
      return text
    },
  }
})

afterEach(async () => {
  const misfits = await observed.take()
  if (misfits.length > 0) throw new Error(`The document says otherwise:\n${misfits.join('\n')}`)
})
