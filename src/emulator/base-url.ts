/** Validates URLs and compares them with a base URL. */
import { EmulatorError } from '../machine/errors.ts'

/** Returns an absolute HTTP URL unchanged. @throws EmulatorError for any other text */
export function urlFrom(optionName: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new EmulatorError('bad_address', {
    action: `use ${optionName} ${text}`,
    reason: 'it is not an HTTP URL',
    advice: 'Give an absolute URL, such as "http://127.0.0.1:3000/hooks".',
  })
}

/** Whether a URL or a path is equal to a base or below it. */
export const isBelowBase = (url: string, baseUrl: string): boolean =>
  url === baseUrl || url.startsWith(`${baseUrl}/`)
