/** Validates the responses and events of the test files of a worker against the OpenAPI document. */
import type { CatalogOperation } from '../../src/model/catalog.ts'
import type { RequestLike, ServeContext } from '../../src/serve/call.ts'
import type { OpenApiValidator } from './openapi-validator.ts'

type Resource = CatalogOperation['resource']

let loaded: Promise<OpenApiValidator> | undefined

// Note: loaded with the first response, which many test files do not have.
async function loadValidator(): Promise<OpenApiValidator> {
  const { createCatalog } = await import('../../src/model/catalog.ts')
  const { resources } = await import('../../src/resources/resource-list.ts')
  const { createOpenApiValidator } = await import('./openapi-validator.ts')
  for (const each of resources) ofService.add(each)
  return createOpenApiValidator(createCatalog(resources))
}

/** The resources of the service. Sources that a test loads again add their own objects. */
const ofService = new WeakSet<Resource>()

async function isOfService(resource: Resource): Promise<boolean> {
  if (!ofService.has(resource)) {
    const { resources } = await import('../../src/resources/resource-list.ts')
    for (const each of resources) ofService.add(each)
  }
  return ofService.has(resource)
}

const pendingChecks = new Set<Promise<void>>()
let violations: string[] = []
let count = 0

/** Texts without a violation. Most responses of a long test repeat earlier ones. */
const validTexts = new Set<string>()
/** The largest number of characters in `validTexts`. */
const validCharsMax = 20_000_000
let validChars = 0

function validate(where: string, text: string, find: () => readonly string[]): void {
  count += 1
  const key = `${where} ${text}`
  if (validTexts.has(key)) return
  const found = find()
  violations.push(...found.map((why) => `${where}: ${why}`))
  if (found.length > 0) return
  if (validChars + key.length > validCharsMax) {
    validTexts.clear()
    validChars = 0
  }
  validTexts.add(key)
  validChars += key.length
}

/** Starts a check. `takeViolations` waits for its end. */
function start(check: (validator: OpenApiValidator) => Promise<void> | void): void {
  const ended = (loaded ??= loadValidator()).then(check)
  pendingChecks.add(ended)
  const forget = (): void => void pendingChecks.delete(ended)
  void ended.then(forget, () => undefined)
}

export const responseLog = {
  /** Reads a copy of the response asynchronously. */
  response(request: RequestLike, response: Response, parts: ServeContext): void {
    if (request.method === 'HEAD' || parts.alternatives().size > 0) return
    if (response.type === 'error' || response.headers.has('x-emulator-fault')) return
    const path = new URL(request.url).pathname.slice(parts.basePath.length).replace(/(.)\/$/, '$1')
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const operation = parts.router.find(method, path)?.operation
    const { status } = response
    const copy = response.clone()
    const read = copy.text()
    // Note: the check reports the error.
    read.catch(() => undefined)
    start(async (validator) => {
      const text = await read
      if (operation && !(await isOfService(operation.resource))) return
      const isAbsent = text === '' && copy.body === null
      validate(`${method} ${path} -> ${status}`, isAbsent ? 'no body' : text, () =>
        validator.responseViolations(operation, status, isAbsent ? null : text),
      )
    })
  },
  event(event: string, text: string): void {
    start((validator) => {
      validate(event, text, () => validator.eventViolations(event, text))
    })
  },
  /** The number of validated responses and events. */
  count: (): number => count,
  /** The violations since the last call. */
  async takeViolations(): Promise<string[]> {
    const checks = [...pendingChecks]
    pendingChecks.clear()
    await Promise.all(checks)
    const taken = violations
    violations = []
    return taken
  },
}
