/** The responses and events of this test file, validated against the OpenAPI document. */
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
  return createOpenApiValidator(createCatalog(resources))
}

const isKnownOfService = new WeakMap<Resource, boolean>()

/** Whether a resource is one of the service; a test can add others. */
async function isOfService(resource: Resource): Promise<boolean> {
  const known = isKnownOfService.get(resource)
  if (known !== undefined) return known
  // Note: some tests load the sources again, so that the list contains other objects.
  const { resources } = await import('../../src/resources/resource-list.ts')
  const is = resources.includes(resource)
  isKnownOfService.set(resource, is)
  return is
}

const pendingChecks = new Set<Promise<void>>()
let violations: string[] = []
let count = 0

/** Texts without a violation. Most responses of a long test repeat earlier ones. */
const validTexts = new Set<string>()
const validTextsMax = 20_000

function validate(where: string, text: string, find: () => readonly string[]): void {
  count += 1
  const key = `${where} ${text}`
  if (validTexts.has(key)) return
  const found = find()
  violations.push(...found.map((why) => `${where}: ${why}`))
  if (validTexts.size >= validTextsMax) validTexts.clear()
  if (found.length === 0) validTexts.add(key)
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
    const read = response.clone().text()
    start(async (validator) => {
      const text = await read
      if (operation && !(await isOfService(operation.resource))) return
      validate(`${method} ${path} -> ${status}`, text, () =>
        validator.responseViolations(operation, status, text === '' ? null : text),
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
    await Promise.all(pendingChecks)
    const taken = violations
    violations = []
    return taken
  },
}
