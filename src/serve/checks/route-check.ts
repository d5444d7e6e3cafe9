/** Finds the operation of a request, and checks that its feature flag is on. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { Check } from '../call.ts'
import { toOperationMethod } from '../router.ts'

const unknownPath = assumed('path.unknown', 'a path that means no operation is answered 404', {
  reason: 'neither source states it; it is what a web server does',
})

const updateByPatch = assumed('update.patch', 'PATCH answers as the PUT of the same path', {
  reason: 'the document says PUT, the contract PATCH',
  alternative: 'PATCH is answered 404',
})

const headAsGet = assumed('path.head', 'HEAD answers as GET does, without the body', {
  reason: 'neither source states it; it is what HTTP asks of every server',
})

const flagOff = assumed('flag.operation', 'an operation whose flag is off is answered 404', {
  reason: 'the document says that it does not work, not how it refuses',
  alternative: 'an operation whose flag is off is answered 403',
})

const flagNeeded = behaviour(
  'flag.needed',
  'an operation with a flag works only while the flag is on',
)

const documentedFlags = assumed(
  'flag.reference',
  'edition description sections and teacher roles work without a flag; custom fields need theirs',
  {
    reason: 'the document names nine flags and what they cover; the contract marks it differently',
    alternative: 'what the contract marks with a flag is gated by that flag, and nothing else',
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
    const hint = hasDoubledBase ? `, for ${basePath} stands twice in its address` : ''
    throw new Problem(404, {
      reason: `no operation stands at ${call.method} ${call.path}${hint}`,
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
