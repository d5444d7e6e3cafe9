/** What is to be known of addresses: whether a text is one, and whether one is below another. */
import { EmulatorError } from '../machine/errors.ts'

export function urlFrom(optionName: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new EmulatorError('bad_address', {
    action: `use ${optionName} ${text}`,
    reason: 'it is no address',
    advice: 'Write it whole, such as "http://127.0.0.1:3000/hooks".',
  })
}

/** Whether an address is a base address, or below it; the same of paths. */
export const isBelowBase = (url: string, baseUrl: string): boolean =>
  url === baseUrl || url.startsWith(`${baseUrl}/`)
