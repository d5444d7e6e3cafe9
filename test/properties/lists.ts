/** Random lists for the pagination tests: rows, filters with their results, and sort orders. */
import { createEmulator, type ResourceName } from 'course-admin-emulator'
import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  oneof,
  option,
  record,
  shuffledSubarray,
  subarray,
} from 'fast-check'

export type WireRecord = Readonly<Record<string, unknown>> & { readonly id: number }
type Query = readonly (readonly [name: string, value: string])[]

export interface List {
  readonly path: string
  readonly resource: ResourceName
  readonly rows: Arbitrary<object[]>
  /** Filters, each with its predicate. */
  readonly filters: Arbitrary<{ query: Query; keeps: (row: WireRecord) => boolean }[]>
  readonly sort: Arbitrary<readonly string[]>
}

export const world = createEmulator({
  world: 'empty',
  rateLimit: { requestsPerWindowMax: Infinity },
})
const students = world.given('users', 3).map(({ id }) => id)
const planned = world.given('planned_courses', 2).map(({ id }) => id)
const labels = world.given('labels', 3, { model_type: 'User' }).map(({ id }) => id)
const statuses = ['confirmed', 'active', 'canceled', 'completed'] as const
const days = ['2026-02-01', '2026-02-02', '2026-02-03']
const directions = (field: string) => constantFrom(field, `${field}:asc`, `${field}:desc`)

export const enrollments: List = {
  path: '/enrollments',
  resource: 'enrollments',
  rows: array(
    record({
      student_id: constantFrom(...students),
      planned_course_id: constantFrom(...planned),
      status: constantFrom(...statuses),
    }),
    { maxLength: 60 },
  ),
  filters: any(
    constantFrom(...students).map((id) => equals('student_id', id)),
    constantFrom(...planned).map((id) => equals('planned_course_id', id)),
    subarray([...statuses], { minLength: 1 }).map((some) => ({
      query: some.map((status) => ['status', status] as const),
      keeps: ({ status }: WireRecord) => some.includes(status as never),
    })),
    boolean().map((wanted) => ({
      query: [['with_canceled', String(wanted)] as const],
      keeps: ({ status }: WireRecord) => wanted || status !== 'canceled',
    })),
  ),
  sort: constant([]),
}

export const users: List = {
  path: '/users',
  resource: 'users',
  rows: array(
    record({
      created_at: constantFrom(...days).map((day) => `${day}T10:00:00.000Z`),
      label_ids: subarray(labels),
    }),
    { maxLength: 40 },
  ),
  filters: any(
    subarray(labels, { minLength: 1 }).map((some) => ({
      query: some.map((label) => ['label_id', String(label)] as const),
      keeps: ({ label_ids }: WireRecord) =>
        some.some((label) => (label_ids as number[]).includes(label)),
    })),
  ),
  sort: oneof(constant([]), directions('created_at').map(Array.of)),
}

export const meetings: List = {
  path: `/planned_courses/${planned[0]}/meetings`,
  resource: 'meetings',
  rows: array(
    record({
      planned_course_id: constantFrom(...planned),
      name: constantFrom('Opening', 'Middle', 'End'),
      start_date_time: constantFrom(...days).map((day) => `${day}T10:00:00.000Z`),
    }),
    { maxLength: 40 },
  ),
  filters: constant([
    { query: [], keeps: ({ planned_course_id }: WireRecord) => planned_course_id === planned[0] },
  ]),
  sort: shuffledSubarray(['start_date_time', 'name']).chain((fields) =>
    fields.reduce<Arbitrary<string[]>>(
      (all, field) => all.chain((some) => directions(field).map((each) => [...some, each])),
      constant([]),
    ),
  ),
}

function any(
  ...filters: Arbitrary<{ query: Query; keeps: (row: WireRecord) => boolean }>[]
): List['filters'] {
  return filters.reduce<List['filters']>(
    (all, filter) =>
      all.chain((some) => option(filter).map((each) => (each ? [...some, each] : some))),
    constant([]),
  )
}

function equals(field: string, id: number) {
  return { query: [[field, String(id)] as const], keeps: (row: WireRecord) => row[field] === id }
}
