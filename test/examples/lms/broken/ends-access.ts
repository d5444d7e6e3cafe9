/** Ends the access to a course after its end date, by a day that can be wrong. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

/** Leaves out the enrollments that ended before the day. */
const endingAccess =
  (dayFor: (config: Config) => () => string | Promise<string>) => (config: Config) => {
    const { fetch } = partsFrom(config).settings
    const today = dayFor(config)
    return createMiddleware({
      ...config,
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (!/\/enrollments\?/.test(String(url)) || !response.ok) return response
        const day = await today()
        const enrollments = (await response.json()) as { end_date: string }[]
        const { headers } = response
        return Response.json(
          enrollments.filter(({ end_date }) => end_date >= day),
          { headers },
        )
      },
    })
  }

/** Takes the day in UTC for the day of the tenant. */
export const endsAccessByTheDayInUtc = endingAccess((config) => {
  const { now } = partsFrom(config).settings
  return () => now().toISOString().slice(0, 10)
})

/** Computes the day with the distance to UTC that the time zone had when the process started. */
export const endsAccessByAFixedDistance = endingAccess((config) => {
  const { baseUrl, token, fetch, now } = partsFrom(config).settings
  const startedAt = now()
  return async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${baseUrl}/educators/current`, { headers })
    const { time_zone: timeZone } = (await response.json()) as { time_zone: string }
    const local = new Date(`${startedAt.toLocaleString('sv', { timeZone })}Z`)
    const distanceMs = local.getTime() - startedAt.getTime()
    return new Date(now().getTime() + distanceMs).toISOString().slice(0, 10)
  }
})
