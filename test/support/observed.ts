/** What emulators said in this test file, held against the OpenAPI document. */
import { createCatalog } from '../../src/model/catalog.ts'
import { resources } from '../../src/resources/index.ts'
import type { ServeParts } from '../../src/serve/call.ts'
import { createDescribed, type Described } from './described.ts'

let described: Described | undefined
const book = (): Described => (described ??= createDescribed(createCatalog(resources)))

let reading: Promise<void>[] = []
let misfits: string[] = []
let count = 0

function note(where: string, found: readonly string[]): void {
  count += 1
  misfits.push(...found.map((why) => `${where}: ${why}`))
}

export const observed = {
  /** Reads a copy of the answer, in its own time. */
  answer(request: Request, response: Response, parts: ServeParts): void {
    if (request.method === 'HEAD' || parts.readings().size > 0) return
    const path = new URL(request.url).pathname.slice(parts.basePath.length).replace(/(.)\/$/, '$1')
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const operation = parts.router.find(method, path)?.operation
    const copy = response.clone()
    const read = async (): Promise<void> => {
      const text = copy.body === null ? null : await copy.text()
      const { status } = copy
      note(`${method} ${path} -> ${status}`, book().answerMisfits(operation, status, text))
    }
    reading.push(read())
  },
  event: (event: string, text: string): void => note(event, book().eventMisfits(event, text)),
  /** How many answers and events were looked at. */
  count: (): number => count,
  /** What did not fit since this was asked last. */
  async take(): Promise<string[]> {
    await Promise.all(reading)
    const taken = misfits
    reading = []
    misfits = []
    return taken
  },
}
