/**
 * Compares each response and each event of every emulator in the test suite with the OpenAPI document. A
 * difference fails the test that caused it. The document describes neither alternatives of assumptions nor faults.
 */
import { afterEach, vi } from 'vitest'
import { responseLog } from './response-log.ts'
import './thrown-errors.ts'

type ServeModule = typeof import('../../src/engine/serve/fetch-handler.ts')
type TextModule = typeof import('../../src/engine/serve/text-response.ts')
type EnvelopeModule = typeof import('../../src/engine/deliver/envelope.ts')

vi.mock('../../src/engine/serve/text-response.ts', async (original): Promise<TextModule> => {
  const { createTextResponse } = await original<TextModule>()
  return {
    createTextResponse(text, ...details) {
      const response = createTextResponse(text, ...details)
      responseLog.text(response, text)
      return response
    },
  }
})

vi.mock('../../src/engine/serve/fetch-handler.ts', async (original): Promise<ServeModule> => {
  const { createFetchHandler } = await original<ServeModule>()
  return {
    createFetchHandler(context) {
      const serve = createFetchHandler(context)
      return async (request) => {
        const response = await serve(request)
        responseLog.response(request, response, context)
        return response
      }
    },
  }
})

vi.mock('../../src/engine/deliver/envelope.ts', async (original): Promise<EnvelopeModule> => {
  const { createEnvelope } = await original<EnvelopeModule>()
  return {
    createEnvelope(announcement, tenant, alternatives) {
      const text = createEnvelope(announcement, tenant, alternatives)
      // Note: an emulator without a tenant has resources of a test, which the document does not describe.
      if (tenant && alternatives.size === 0) responseLog.event(announcement.event, text)
      return text
    },
  }
})

afterEach(async () => {
  const misfits = await responseLog.takeViolations()
  if (misfits.length > 0) throw new Error(`The document says otherwise:\n${misfits.join('\n')}`)
})
