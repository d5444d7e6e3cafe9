/** Prints why a request of an app is refused: no test reads the reason there. */
import { createRefusalLines, optionInCode } from '../../engine/describe/refusal-lines.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

const refusalLines = createRefusalLines(optionInCode)

/** Prints a refused request of an emulator whose clock runs by itself, which is that of an app and not of a test. */
export function printRefusal(emulator: Emulator, response: Response): void {
  if (response.status < 400 || contextOf(emulator).clock.mode === 'virtual') return
  console.warn(refusalLines(emulator.explain(response)).join('\n'))
}

/** Serves the requests of an emulator, and prints those that are refused. */
export const serveWithRefusals =
  (emulator: Emulator) =>
  async (request: Request): Promise<Response> => {
    const response = await contextOf(emulator).serve(request)
    printRefusal(emulator, response)
    return response
  }
