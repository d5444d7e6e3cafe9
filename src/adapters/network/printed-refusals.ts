/** Prints why a request of an app is refused: no test reads the reason there. */
import { createRefusalLines, optionInCode } from '../../engine/describe/refusal-lines.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

const refusalLines = createRefusalLines(optionInCode)

/**
 * Serves the requests of an emulator. Prints those that are refused if its clock runs by itself, as that of an app and not of
 * a test.
 */
export const serveWithRefusals =
  (emulator: Emulator) =>
  async (request: Request): Promise<Response> => {
    const { serve, clock } = contextOf(emulator)
    const response = await serve(request)
    if (response.status >= 400 && clock.mode !== 'virtual')
      console.warn(refusalLines(emulator.explain(response)).join('\n'))
    return response
  }
