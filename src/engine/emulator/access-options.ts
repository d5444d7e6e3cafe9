/** Checks the options that grant access: the token, and lists of host names. */
import { quoteValue } from '../errors/argument-checks.ts'
import { hostNameFrom } from '../errors/host-names.ts'
import { badOption } from './option-errors.ts'
import { tokenDefault } from './tokens.ts'

export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,200}$/.test(value)

export const tokenAdvice = 'Give 1 to 200 letters, digits, and ".", "_" or "-".'

/** Returns the token of the administrator. @throws EmulatorError for an invalid token */
export function tokenFrom(token: unknown = tokenDefault): string {
  if (isToken(token)) return token
  // Note: the message does not repeat the token, because it is a secret.
  throw badOption('"token" is not valid', tokenAdvice)
}

/** Returns host names in their normal form. @throws EmulatorError for an invalid name or address */
export function hostNamesFrom(option: string, hosts: unknown = []): ReadonlySet<string> {
  if (!Array.isArray(hosts)) {
    throw badOption(`"${option}" is ${quoteValue(hosts)}`, 'Give a list of host names.')
  }
  return new Set(hosts.map((host: unknown) => hostNameIn(option, host)))
}

function hostNameIn(option: string, host: unknown): string {
  const name = typeof host === 'string' ? hostNameFrom(host) : undefined
  if (name !== undefined) return name
  throw badOption(
    `"${option}" contains ${quoteValue(host)}`,
    'Give a host name or an address without a port, such as "hooks.internal".',
  )
}
