/** Validates URLs and compares them with a base URL. */
import { quoteValue } from '../errors/argument-checks.ts'
import { EmulatorError } from '../errors/errors.ts'
import { createAction } from './option-errors.ts'

export const baseUrlDefault = 'https://service.test/api/v1'

/** Returns the option `baseUrl` without its last slash. @throws EmulatorError for an invalid URL */
export function baseUrlFrom(baseUrl: string = baseUrlDefault): string {
  const isText = typeof baseUrl === 'string'
  const url = isText && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const problem =
    url === undefined || !/^https?:$/.test(url.protocol)
      ? 'is not an HTTP URL'
      : /[?#]/.test(baseUrl)
        ? 'has a query or a fragment'
        : url.username || url.password
          ? 'has a user name'
          : undefined
  if (problem === undefined) return baseUrl.replace(/\/+$/, '')
  throw new EmulatorError('bad_base_url', {
    action: createAction,
    reason: `${quoteValue(baseUrl)} ${problem}`,
    advice: `Give a URL such as "${baseUrlDefault}".`,
  })
}

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
