/** Answers a request that is neither below the base path nor below the control plane. */
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { nearestName } from '../../engine/errors/near-names.ts'
import { toOperationMethod } from '../../engine/serve/router.ts'
import { serviceError } from './service-error.ts'

/** The paths that a page or a tool asks first, and where the control plane answers. */
const redirects = new Map([
  ['/', '/'],
  ...['/health', '/healthz', '/livez', '/readyz', '/ping', '/status'].map(
    (path) => [path, '/health'] as const,
  ),
])

/** A redirect to the inspector or the health address, or a 404 response that names both addresses and the nearest route. */
export function unknownPathResponse(emulator: Emulator, { method, url }: Request): Response {
  const { basePath } = contextOf(emulator).settings
  const { pathname } = new URL(url)
  const target = redirects.get(pathname)
  if (target !== undefined && ['GET', 'HEAD'].includes(method))
    return new Response(null, { status: 307, headers: { location: controlPrefix + target } })
  const near = nearestRoute(emulator, method, pathname)
  const message =
    `The service answers at ${basePath}, the control plane at ${controlPrefix}.` +
    (near === undefined ? '' : ` Did you mean ${near}?`)
  return serviceError(404, message)
}

/** The first parts of the paths of other mock servers. */
const otherMockServers = ['__admin', 'mockserver']

/** The names that stand for the inspector. */
const inspectorNames = ['_emulator', 'emulator', 'inspector', '__emulator']

function nearestRoute(emulator: Emulator, method: string, pathname: string): string | undefined {
  const { router, settings } = contextOf(emulator)
  const { basePath } = settings
  const segments = pathname.split('/').filter(Boolean)
  const operationMethod = toOperationMethod(method)
  // Note: the path may lack the base path, have a part of it, or have another version in it.
  const depths = Array.from({ length: basePath.split('/').length }, (_, depth) => depth)
  const tails = depths
    .filter((depth) => depth < segments.length)
    .map((depth) => `/${segments.slice(depth).join('/')}`)
  const exact = tails.find((tail) => router.find(operationMethod, tail))
  if (exact !== undefined) return `${method} ${basePath}${exact}`
  if (otherMockServers.includes(segments[0] ?? '')) return `POST ${controlPrefix}/faults`
  if (nearestName(segments[0] ?? '', inspectorNames) !== undefined)
    return `${method} ${controlPrefix}/${segments.slice(1).join('/')}`
  const near = tails
    .flatMap((tail) => router.nearest(operationMethod, tail))
    // Note: a path without a common word, and with another method, is near by chance.
    .find(
      (each) =>
        each.method === operationMethod ||
        each.path.split('/').some((word) => word !== '' && segments.includes(word)),
    )
  return near && `${near.method} ${basePath}${near.path}`
}
