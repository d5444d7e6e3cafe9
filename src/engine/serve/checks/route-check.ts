/** Finds the operation of a request, and checks that its feature flag is on. */
import { Problem } from '../../define/problems.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { Check } from '../call.ts'
import { toOperationMethod } from '../router.ts'
import {
  documentedFlags,
  flagNeeded,
  flagOff,
  headAsGet,
  unknownPath,
  updateByPatch,
} from '../behaviours.ts'

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
