/** What emulators said in this test file, held against the OpenAPI document. */
import type { NamedOperation } from '../../src/model/catalog.ts'
import type { Asked, ServeParts } from '../../src/serve/call.ts'
import type { Described } from './openapi-validator.ts'

let described: Promise<Described> | undefined
const book = (): Promise<Described> => (described ??= openBook())

// Note: loaded when something is said, which in many test files never happens.
async function openBook(): Promise<Described> {
  const { createCatalog } = await import('../../src/model/catalog.ts')
  const { resources } = await import('../../src/resources/resource-list.ts')
  const { createDescribed } = await import('./openapi-validator.ts')
  return createDescribed(createCatalog(resources))
}

/** Whether the service has it: a test may give it a resource more. */
async function isOfService({ resource }: NamedOperation): Promise<boolean> {
  const { resources } = await import('../../src/resources/resource-list.ts')
  return resources.includes(resource)
}

let reading: Promise<void>[] = []
let misfits: string[] = []
let count = 0

function note(where: string, found: readonly string[]): void {
  count += 1
  misfits.push(...found.map((why) => `${where}: ${why}`))
}

export const observed = {
  /** Reads a copy of the answer, in its own time. */
  answer(request: Asked, response: Response, parts: ServeParts): void {
    if (request.method === 'HEAD' || parts.readings().size > 0) return
    if (response.type === 'error' || response.headers.has('x-emulator-fault')) return
    const path = new URL(request.url).pathname.slice(parts.basePath.length).replace(/(.)\/$/, '$1')
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const operation = parts.router.find(method, path)?.operation
    const copy = response.clone()
    const read = async (): Promise<void> => {
      const text = copy.body === null ? null : await copy.text()
      const { status } = copy
      if (operation && !(await isOfService(operation))) return
      note(`${method} ${path} -> ${status}`, (await book()).answerMisfits(operation, status, text))
    }
    reading.push(read())
  },
  event(event: string, text: string): void {
    const read = async (): Promise<void> => note(event, (await book()).eventMisfits(event, text))
    reading.push(read())
  },
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
