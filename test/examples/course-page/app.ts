/** Reads courses with their dates, and waits after a 429. It has no dependency on the emulator. */

export interface CoursePage {
  title: string
  /** The available dates, earliest first. */
  dates: string[]
}

export interface Config {
  baseUrl: string
  token: string
  /** Waits for a number of seconds. */
  wait: (seconds: number) => Promise<unknown>
}

export async function courseIndex({ baseUrl, token, wait }: Config): Promise<string[]> {
  const courses = await all<{ name: string }>(`${baseUrl}/courses?published=published`)
  return courses.map(({ name }) => name)

  async function all<T>(first: string): Promise<T[]> {
    const items: T[] = []
    for (let url: string | undefined = first; url;) {
      const response = await get(url)
      items.push(...((await response.json()) as T[]))
      url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return items
  }

  async function get(url: string): Promise<Response> {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 429) return response
    await wait(Number(response.headers.get('retry-after')))
    return get(url)
  }
}

export async function coursePage(config: Config, id: number): Promise<CoursePage | 'not found'> {
  const headers = { authorization: `Bearer ${config.token}` }
  const course = await fetch(`${config.baseUrl}/courses/${id}`, { headers })
  if (course.status === 404) return 'not found'
  const query = 'published_public=published_public&status=planned&sort=start_date'
  const planned = await fetch(`${config.baseUrl}/courses/${id}/planned_courses?${query}`, {
    headers,
  })
  const { name } = (await course.json()) as { name: string }
  const dates = (await planned.json()) as { start_date: string }[]
  return { title: name, dates: dates.map(({ start_date }) => start_date) }
}
