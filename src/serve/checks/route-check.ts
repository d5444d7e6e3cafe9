/** Lets a request through to its operation: the path must mean one, and its feature flag must be on. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { notFound, Problem } from '../../define/problems.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { Check } from '../call.ts'
import { toOperationMethod } from '../router.ts'

const unknownPath = assumed('path.unknown', 'a path without an operation is answered with 404', {
  reason: 'the document does not say; web servers answer 404',
})

const updateByPatch = assumed('update.patch', 'PATCH is handled like PUT of the same path', {
  reason: 'the document lists PUT; the contract lists PATCH',
  alternative: 'PATCH is answered with 404',
})

const headAsGet = assumed('path.head', 'HEAD is answered like GET, without a body', {
  reason: 'the document does not say; HTTP requires it of every server',
})

const flagOff = assumed(
  'flag.operation',
  'an operation with a disabled flag is answered with 404',
  {
    reason: 'the document says that the operation does not work, but not how it is refused',
    alternative: 'an operation with a disabled flag is answered with 403',
  },
)

const flagNeeded = behaviour(
  'flag.needed',
  'an operation with a flag works only while the flag is enabled',
)

const documentedFlags = assumed(
  'flag.reference',
  'edition description sections and teacher roles require no flag; custom fields require theirs',
  {
    reason:
      'the document lists nine flags and the operations that they cover; the contract differs',
    alternative: 'exactly the operations that the contract marks with a flag require that flag',
  },
)

/** Whether the path of the base address stands twice in the address of a call. */
export const hasDoubledBasePath = (basePath: string, path: string): boolean =>
  basePath !== '' && path.startsWith(`${basePath}/`)

export const matchRoute: Check = (call, { router, alternatives, basePath }) => {
  const isPatch = call.method === 'PATCH'
  if (isPatch) call.used.push(updateByPatch.number)
  if (call.method === 'HEAD') call.used.push(headAsGet.number)
  const isPatchRejected = isPatch && alternatives().has(updateByPatch.id)
  const method = isPatchRejected ? call.method : toOperationMethod(call.method)
  const found = router.find(method, call.path)
  if (!found) {
    call.used.push(unknownPath.number)
    const hasDoubledBase = hasDoubledBasePath(basePath, call.path)
    const path = hasDoubledBase ? call.path.slice(basePath.length) : call.path
    const nearestOperations = router
      .nearest(method, path)
      .map((each) => `${each.method} ${each.path}`)
    call.entry['nearest'] = nearestOperations
    const hint = hasDoubledBase ? `, for ${basePath} stands twice in its address` : ''
    throw notFound(`no operation stands at ${call.method} ${call.path}${hint}`, unknownPath)
  }
  call.operation = found.operation
  call.params = found.params
}

export const requireFlag: Check = (call, { flags, alternatives }) => {
  const { flag: documentedFlag, flagInReference } = call.operation as CatalogOperation
  if (documentedFlag !== flagInReference) call.used.push(documentedFlags.number)
  const flag = alternatives().has(documentedFlags.id) ? flagInReference : documentedFlag
  if (flag === undefined) return
  call.used.push(flagNeeded.number)
  if (flags()[flag]) return
  call.used.push(flagOff.number)
  throw new Problem(alternatives().has(flagOff.id) ? 403 : 404, {
    reason: `the flag "${flag}" is off`,
    behaviour: flagOff,
    details: { flagOff: flag },
  })
}
