/** The responses and events of this test file, validated against the OpenAPI document. */
import type { CatalogOperation } from '../../src/model/catalog.ts'
import type { RequestLike, ServeContext } from '../../src/serve/call.ts'
import type { OpenApiValidator } from './openapi-validator.ts'

let validatorPromise: Promise<OpenApiValidator> | undefined
const validator = (): Promise<OpenApiValidator> => (validatorPromise ??= loadValidator())

// Note: loaded with the first response, which many test files do not have.
async function loadValidator(): Promise<OpenApiValidator> {
  const { createCatalog } = await import('../../src/model/catalog.ts')
  const { resources } = await import('../../src/resources/resource-list.ts')
  const { createOpenApiValidator } = await import('./openapi-validator.ts')
  return createOpenApiValidator(createCatalog(resources))
}

/** Whether the service has the operation; a test can add resources. */
async function isServiceOperation({ resource }: CatalogOperation): Promise<boolean> {
  const { resources } = await import('../../src/resources/resource-list.ts')
  return resources.includes(resource)
}

let pendingChecks: Promise<void>[] = []
let violations: string[] = []
let count = 0

function addViolations(where: string, found: readonly string[]): void {
  count += 1
  violations.push(...found.map((why) => `${where}: ${why}`))
}

export const responseLog = {
  /** Reads a copy of the response asynchronously. */
  response(request: RequestLike, response: Response, parts: ServeContext): void {
    if (request.method === 'HEAD' || parts.alternatives().size > 0) return
    if (response.type === 'error' || response.headers.has('x-emulator-fault')) return
    const path = new URL(request.url).pathname.slice(parts.basePath.length).replace(/(.)\/$/, '$1')
    const method = request.method === 'PATCH' ? 'PUT' : request.method
    const operation = parts.router.find(method, path)?.operation
    const copy = response.clone()
    const read = async (): Promise<void> => {
      const text = copy.body === null ? null : await copy.text()
      const { status } = copy
      if (operation && !(await isServiceOperation(operation))) return
      addViolations(
        `${method} ${path} -> ${status}`,
        (await validator()).responseViolations(operation, status, text),
      )
    }
    pendingChecks.push(read())
  },
  event(event: string, text: string): void {
    const read = async (): Promise<void> =>
      addViolations(event, (await validator()).eventViolations(event, text))
    pendingChecks.push(read())
  },
  /** The number of validated responses and events. */
  count: (): number => count,
  /** The violations since the last call. */
  async takeViolations(): Promise<string[]> {
    await Promise.all(pendingChecks)
    const taken = violations
    pendingChecks = []
    violations = []
    return taken
  },
}
