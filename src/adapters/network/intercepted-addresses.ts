/** The base URLs that the emulators of this process intercept. */
import { isBelowBase } from '../../engine/emulator/base-url.ts'

/** The number of emulators that intercept each base URL. */
const countByBaseUrl = new Map<string, number>()

export function addInterceptedAddress(baseUrl: string): void {
  countByBaseUrl.set(baseUrl, (countByBaseUrl.get(baseUrl) ?? 0) + 1)
}

export function removeInterceptedAddress(baseUrl: string): void {
  const count = (countByBaseUrl.get(baseUrl) ?? 0) - 1
  if (count > 0) countByBaseUrl.set(baseUrl, count)
  else countByBaseUrl.delete(baseUrl)
}

/** Returns whether an emulator of this process intercepts a URL. */
export const isInterceptedAddress = (url: string): boolean =>
  [...countByBaseUrl.keys()].some((baseUrl) => isBelowBase(url, baseUrl))
