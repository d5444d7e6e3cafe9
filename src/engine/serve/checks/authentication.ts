/** Identifies the caller by its token, and refuses a request without a known token. */
import { Problem } from '../../define/problems.ts'
import type { Check } from '../call.ts'
import { bearer, refusalStatus, unknownToken } from '../behaviours.ts'
const alternativeStatuses: Readonly<Record<string, number>> = { '401': 401, '404': 404 }

export const identifyCaller: Check = (call, { findIdentity }) => {
  call.behaviours.add(bearer)
  const header = call.request.headers.get('authorization') ?? ''
  const token = header.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : ''
  call.identity = token === '' ? undefined : findIdentity(token)
  call.entry.traffic.scopes = call.identity?.scopes
}

export const requireIdentity: Check = (call, { alternatives }) => {
  if (call.identity) return
  call.behaviours.add(refusalStatus)
  call.behaviours.add(unknownToken)
  throw new Problem(alternativeStatuses[alternatives().get(unknownToken.id) ?? ''] ?? 403, {
    reason: rejectionReason(call.request.headers.get('authorization')),
    behaviour: unknownToken,
  })
}

function rejectionReason(header: string | null): string {
  if (header === null) return 'no token was sent'
  if (/^bearer(\s|$)/i.test(header)) return 'the token is unknown, or its owner was deleted'
  return 'the scheme is missing: a token is sent as "Authorization: Bearer <token>"'
}
