/** Lets a request through to its operation: the path must mean one, and its feature flag must be on. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { notFound, Problem } from '../../define/problems.ts'
import type { NamedOperation } from '../../model/catalog.ts'
import type { Check } from '../call.ts'
import { methodMeant } from '../router.ts'

const unknownPath = assumed('path.unknown', 'a path that means no operation is answered 404', {
  because: 'nothing is said; it is what a web server does',
})

const updateByPatch = assumed('update.patch', 'PATCH answers as the PUT of the same path', {
  because: 'the document says PUT, the contract PATCH',
  instead: 'PATCH is answered 404',
})

const headAsGet = assumed('path.head', 'HEAD answers as GET does, without the body', {
  because: 'nothing is said; it is what HTTP asks of every server',
})

const flagOff = assumed('flag.operation', 'an operation whose flag is off is answered 404', {
  because: 'the document says that it does not work, not how it refuses',
  instead: 'an operation whose flag is off is answered 403',
})

const flagged = behaviour('flag.needed', 'an operation with a flag works only while the flag is on')

const byDocument = assumed(
  'flag.reference',
  'edition description sections and teacher roles work without a flag; custom fields need theirs',
  {
    because: 'the document names nine flags and what they cover; the contract marks it differently',
    instead: 'what the contract marks with a flag is gated by that flag, and nothing else',
  },
)

/** Whether the path of the base address stands twice in the address of a call. */
export const isDoubled = (basePath: string, path: string): boolean =>
  basePath !== '' && path.startsWith(`${basePath}/`)

export const route: Check = (call, { router, readings, basePath }) => {
  const patching = call.method === 'PATCH'
  if (patching) call.used.push(updateByPatch.number)
  if (call.method === 'HEAD') call.used.push(headAsGet.number)
  const isRefused = patching && readings().has(updateByPatch.id)
  const method = isRefused ? call.method : methodMeant(call.method)
  const found = router.find(method, call.path)
  if (!found) {
    call.used.push(unknownPath.number)
    const isTwice = isDoubled(basePath, call.path)
    const path = isTwice ? call.path.slice(basePath.length) : call.path
    const near = router.nearest(method, path).map((each) => `${each.method} ${each.path}`)
    call.entry['nearest'] = near
    const why = isTwice ? `, for ${basePath} stands twice in its address` : ''
    throw notFound(`no operation stands at ${call.method} ${call.path}${why}`, unknownPath)
  }
  call.operation = found.operation
  call.params = found.params
}

export const gate: Check = (call, { flags, readings }) => {
  const { flag: usual, flagInReference } = call.operation as NamedOperation
  if (usual !== flagInReference) call.used.push(byDocument.number)
  const flag = readings().has(byDocument.id) ? flagInReference : usual
  if (flag === undefined) return
  call.used.push(flagged.number)
  if (flags()[flag]) return
  call.used.push(flagOff.number)
  throw new Problem(readings().has(flagOff.id) ? 403 : 404, {
    because: `the flag "${flag}" is off`,
    behaviour: flagOff,
    details: { flagOff: flag },
  })
}
