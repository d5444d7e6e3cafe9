/** Validates the responses and events of the test files of a worker against the OpenAPI document. */
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import type { RequestLike, ServeContext } from '../../src/engine/serve/call.ts'
import { fileResponse } from '../../src/engine/serve/served-files.ts'
import type { OpenApiValidator } from './openapi-validator.ts'

type Resource = CatalogOperation['resource']

let loaded: Promise<OpenApiValidator> | undefined

// Note: loaded with the first response, which many test files do not have.
async function loadValidator(): Promise<OpenApiValidator> {
  const { createCatalog } = await import('../../src/engine/model/catalog.ts')
  const { resources } = await import('../../src/service/resources/resource-list.ts')
  const { createOpenApiValidator } = await import('./openapi-validator.ts')
  for (const each of resources) ofService.add(each)
  return createOpenApiValidator(createCatalog(resources))
}

/** The resources of the service. Sources that a test loads again add their own objects. */
const ofService = new WeakSet<Resource>()

async function isOfService(resource: Resource): Promise<boolean> {
  if (!ofService.has(resource)) {
    const { resources } = await import('../../src/service/resources/resource-list.ts')
    for (const each of resources) ofService.add(each)
  }
  return ofService.has(resource)
}

/** The texts of responses. The copy of a response takes a part of the time of a request. */
const texts = new WeakMap<Response, string>()

const pendingChecks = new Set<Promise<void>>()
let violations: string[] = []
let count = 0

/** Texts without a violation. Most responses of a long test repeat earlier ones. */
const validTexts = new Set<string>()
/** The largest number of characters in `validTexts`. */
const validCharsMax = 20_000_000
let validChars = 0

/** Counts a response or an event. Returns whether the same one is known to be valid. */
function isKnownValid(key: string): boolean {
  count += 1
  return validTexts.has(key)
}

/** Keeps the violations, with the place. A text without a violation becomes known. */
function note(key: string, where: string, found: readonly string[]): void {
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

/** Returns the text of a response; null if it has no body. */
async function read(copy: Response): Promise<string | null> {
  const text = await copy.text()
  return text === '' && copy.body === null ? null : text
}

export const responseLog = {
  /** Records the text of a response that is created. */
  text: (response: Response, text: string): void => void texts.set(response, text),
  /** Validates the response. If its text is not recorded, it reads a copy of the response. */
  response(request: RequestLike, response: Response, parts: ServeContext): void {
    if (request.method === 'HEAD' || parts.alternatives().size > 0) return
    if (response.type === 'error' || response.headers.has('x-emulator-fault')) return
    // Note: files do not belong to the API.
    if (fileResponse(request, parts.settings)) return
    const { status } = response
    const recorded = texts.get(response)
    const key = `${request.method} ${request.url} ${status} ${recorded}`
    if (isKnownValid(key)) return
    const path = new URL(request.url).pathname
      .slice(parts.settings.basePath.length)
      .replace(/(.)\/$/, '$1')
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const operation = parts.router.find(method, path)?.operation
    const pendingText = recorded ?? read(response.clone())
    // Note: the check reports the error.
    if (pendingText instanceof Promise) pendingText.catch(() => undefined)
    start(async (validator) => {
      const text = await pendingText
      if (operation && !(await isOfService(operation.resource))) return
      const found = validator.responseViolations(operation, status, text)
      if (recorded !== undefined || found.length > 0) {
        note(key, `${method} ${path} -> ${status}`, found)
      }
    })
  },
  event(event: string, text: string): void {
    const key = `${event} ${text}`
    if (isKnownValid(key)) return
    start((validator) => note(key, event, validator.eventViolations(event, text)))
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
