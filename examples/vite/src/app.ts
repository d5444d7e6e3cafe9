/** A page that shows courses and enrolls through an order. It has no dependency on the emulator. */

export interface Service {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

interface Variant {
  readonly id: number
  readonly name: string
  readonly available_places: number | null
}

export async function showPage(service: Service, me: number): Promise<void> {
  const query = 'published_public=published_public&variantable_type=planned_course'
  const variants = await get<Variant[]>(service, `/catalog/variants?${query}`)
  fill('courses', variants, (variant) => {
    const item = element('li', `${variant.name} `)
    const button = element('button', 'Enroll')
    button.addEventListener('click', () => void enroll(service, me, variant))
    item.append(button)
    return item
  })
  await showEnrollments(service, me)
}

async function showEnrollments(service: Service, me: number): Promise<void> {
  const mine = await get<{ status: string; planned_course_id: number }[]>(
    service,
    `/enrollments?student_id=${me}`,
  )
  fill('enrollments', mine, ({ status, planned_course_id }) =>
    element('li', `planned course ${planned_course_id}: ${status}`),
  )
}

async function enroll(service: Service, me: number, { id }: Variant): Promise<void> {
  const order = { catalog_variant_id: id, creator_id: me, student_ids: [me], approve: true }
  const response = await fetch(`${service.baseUrl}/orders`, {
    method: 'POST',
    headers: { ...service.headers, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  const { message } = (await response.json()) as { message?: string }
  say(response.ok ? 'You are enrolled.' : `That did not work: ${message}`)
  await showEnrollments(service, me)
}

async function get<T>({ baseUrl, headers }: Service, path: string): Promise<T> {
  const response = await fetch(baseUrl + path, { headers })
  if (!response.ok) say(`The service answered ${response.status}.`)
  return response.ok ? ((await response.json()) as T) : ([] as T)
}

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement

function element(name: string, text: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent: text })
}

function fill<T>(id: string, items: readonly T[], show: (item: T) => HTMLElement): void {
  byId(id).replaceChildren(...items.map(show))
}

const say = (text: string): void => void (byId('message').textContent = text)
