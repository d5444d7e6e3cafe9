/** Finds the operation of a request, and checks that its feature flag is on. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { Check } from '../call.ts'
import { toOperationMethod } from '../router.ts'

const unknownPath = assumed('path.unknown', 'a path without an operation is answered with 404', {
  reason: 'the document does not say; web servers answer 404',
})

const updateByPatch = assumed('update.patch', 'PATCH is handled like PUT of the same path', {
  reason: 'the document lists PUT; the contract lists PATCH',
  alternatives: { alternative: 'PATCH is answered with 404' },
})

const headAsGet = assumed('path.head', 'HEAD is answered like GET, without a body', {
  reason: 'the document does not say; HTTP requires it of every server',
})

const flagOff = assumed(
  'flag.operation',
  'an operation with a disabled flag is answered with 404',
  {
    reason: 'the document says that the operation does not work, but not how it is refused',
    alternatives: { alternative: 'an operation with a disabled flag is answered with 403' },
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
    alternatives: {
      alternative: 'exactly the operations that the contract marks with a flag require that flag',
    },
  },
)

/** True if the URL of a call contains the path of the base URL twice. */
export const hasDoubledBasePath = (basePath: string, path: string): boolean =>
  basePath !== '' && path.startsWith(`${basePath}/`)

export const matchRoute: Check = (call, { router, alternatives, basePath }) => {
  const isPatch = call.method === 'PATCH'
  if (isPatch) call.behaviours.add(updateByPatch)
  if (call.method === 'HEAD') call.behaviours.add(headAsGet)
  const isPatchRejected = isPatch && alternatives().has(updateByPatch.id)
  const method = isPatchRejected ? call.method : toOperationMethod(call.method)
  const found = router.find(method, call.path)
  if (!found) {
    call.behaviours.add(unknownPath)
    const hasDoubledBase = hasDoubledBasePath(basePath, call.path)
    const path = hasDoubledBase ? call.path.slice(basePath.length) : call.path
    const nearest = router.nearest(method, path).map((each) => `${each.method} ${each.path}`)
    const hint = hasDoubledBase ? `, because the URL contains ${basePath} twice` : ''
    throw new Problem(404, {
      reason: `there is no operation ${call.method} ${call.path}${hint}`,
      behaviour: unknownPath,
      details: { nearest },
    })
  }
  call.operation = found.operation
  call.params = found.params
}

export const requireFlag: Check = (call, { flags, alternatives }) => {
  const { flag: documentedFlag, flagInReference } = call.operation as CatalogOperation
  if (documentedFlag !== flagInReference) call.behaviours.add(documentedFlags)
  const flag = alternatives().has(documentedFlags.id) ? flagInReference : documentedFlag
  if (flag === undefined) return
  call.behaviours.add(flagNeeded)
  if (flags()[flag]) return
  call.behaviours.add(flagOff)
  throw new Problem(alternatives().has(flagOff.id) ? 403 : 404, {
    reason: `the flag "${flag}" is off`,
    behaviour: flagOff,
    details: { flagOff: flag },
  })
}
