/** Prints why a request of an app is refused: no test reads the reason there. */
import { createRefusalLines, optionInCode } from '../../engine/describe/refusal-lines.ts'
import type { Explanation } from '../../engine/describe/explanation.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

const refusalLines = createRefusalLines(optionInCode)

/** Prints a refused request. `instance` is the key of its instance. */
export const printRefusal = (explanation: Explanation, instance?: string): void =>
  console.warn(refusalLines(explanation, instance).join('\n'))

/** Whether the clock of an emulator runs by itself, as that of an app and not of a test. */
export const isOfApp = (emulator: Emulator): boolean => contextOf(emulator).clock.mode !== 'virtual'

/** Serves the requests of an emulator. Prints those that are refused if it is that of an app. */
export const serveWithRefusals =
  (emulator: Emulator) =>
  async (request: Request): Promise<Response> => {
    const response = await contextOf(emulator).serve(request)
    if (response.status >= 400 && isOfApp(emulator)) printRefusal(emulator.explain(response))
    return response
  }
