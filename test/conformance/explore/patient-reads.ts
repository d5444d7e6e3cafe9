/** Reads of an integration that repeat a failed call after a minute, until the service answers. */
import type { Connection } from '../../../src/scenarios.ts'

/** Returns a function that reads a path; undefined for what does not exist. */
export const patientReads =
  ({ baseUrl, token, fetch, sleep }: Connection) =>
  async <T>(path: string): Promise<T | undefined> => {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(baseUrl + path, { headers }).catch(() => undefined)
      if (response?.status === 404) return undefined
      const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
      if (body !== undefined) return body as T
      await sleep('1m')
    }
  }
