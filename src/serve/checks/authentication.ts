/** Finds out whose token a request carries, and later refuses a request that carries none that is known. */
import { assumed, behaviour } from '../../define/behaviours.ts'
import { Problem } from '../../define/problems.ts'
import type { Check } from '../call.ts'

const bearer = behaviour('auth.bearer', 'a token is sent as "Authorization: Bearer <token>"')

const refusal = behaviour('auth.refusal', 'a call that is not permitted is refused with 403 or 404')
const refused = assumed('auth.refused', 'a missing, malformed or unknown token is answered 403', {
  because: 'the document allows 403 or 404; the contract also lists 401',
  instead: 'a missing, malformed or unknown token is answered 404',
  or: { '401': 'a missing, malformed or unknown token is answered 401' },
})
const statuses: Readonly<Record<string, number>> = { instead: 404, '401': 401 }

export const identify: Check = (call, { identify: ownerOf }) => {
  call.used.push(bearer.number)
  const header = call.request.headers.get('authorization') ?? ''
  const token = header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : ''
  call.identity = token === '' ? undefined : ownerOf(token)
}

export const refuseUnknown: Check = (call, { readings }) => {
  if (call.identity) return
  call.used.push(refusal.number, refused.number)
  throw new Problem(statuses[readings().get(refused.id) ?? ''] ?? 403, {
    because: reasonFor(call.request.headers.get('authorization')),
    behaviour: refused,
  })
}

function reasonFor(header: string | null): string {
  if (header === null) return 'no token was sent'
  if (/^bearer(\s|$)/i.test(header)) return 'the token is not known, or its owner is gone'
  return 'the scheme is missing: a token is sent as "Authorization: Bearer <token>"'
}
