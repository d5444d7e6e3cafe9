/** Calls the service, and describes the parts of its records that the page uses. */

export interface Service {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

export interface User {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly avatar_url: string
}

export interface Category {
  readonly id: number
  readonly name: string
  readonly parent_id: number | null
}

/** A course in the catalog. */
export interface Product {
  readonly id: number
  readonly productable_id: number
  readonly name: string
  readonly avatar: string
  readonly cost: string | null
  readonly category_id: number
  readonly course_tab_contents: readonly { readonly content: string | null }[]
}

/** A planned course in the catalog. Its name is that of the course, with the start date. */
export interface Variant {
  readonly id: number
  readonly product_id: number
  readonly variantable_id: number
  readonly name: string
  readonly cost: string | null
  readonly availability: 'available' | 'limited_availability' | 'not_available'
  readonly available_places: number
  readonly properties: {
    readonly start_date: string | null
    readonly end_date: string | null
    readonly course_location_id: number | null
  }
}

export interface Planned {
  readonly id: number
  readonly status: 'planned' | 'active' | 'completed' | 'canceled'
}

export interface Enrollment {
  readonly status: string
  readonly planned_course_id: number
}

/** An answer of the service that is no success. */
export class Refusal extends Error {}

export async function call<T>(
  { baseUrl, headers }: Service,
  path: string,
  body?: object,
): Promise<T> {
  const json = body && { 'content-type': 'application/json' }
  const response = await fetch(baseUrl + path, {
    headers: { ...headers, ...json },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (response.ok) return (await response.json()) as T
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Refusal(body && message ? message : `The service answered ${response.status}.`)
}
