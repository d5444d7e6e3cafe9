/** The messages about refused query parameters. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test.each([
  ['/users?per_page=0', 'cannot take this value; it is integer from 1 to 100'],
  ['/enrollments?student_id=x', 'cannot take this value; it is integer'],
  [
    '/enrollments?status=x',
    'cannot take this value; it is one or more of: confirmed, active, canceled, completed',
  ],
  [
    '/enrollments?status=active,canceled',
    'cannot take this value; it is one or more of: confirmed, active, canceled, completed; ' +
      'repeat it: status[]=active&status[]=canceled',
  ],
  ['/enrollments?with_canceled=x', 'cannot take this value; it is boolean'],
  ['/users?per_pag=1', 'is not a parameter of this operation; did you mean per_page?'],
  ...[
    ['before', 'until'],
    ['to', 'until'],
    ['after', 'from'],
    ['since', 'from'],
  ].map(([guess, meant]) => [
    `/planned_courses?start_date_${guess}=2026-01-05`,
    `is not a parameter of this operation; did you mean start_date_${meant}?`,
  ]),
  ...['limit', 'page_size', 'page[size]', 'pageSize', 'perPage'].map((guess) => [
    `/users?${guess}=10`,
    'is not a parameter of this operation; did you mean per_page?',
  ]),
  ['/planned_courses?start_date_from=x', 'cannot take this value; it is date'],
  ['/users?zzzzzzzz=1', 'is not a parameter of this operation'],
])('%s is refused: %s', async (path, message) => {
  const emulator = createEmulator({ world: 'empty' })
  const response = await emulator.fetch(path, { headers: emulator.headers })
  const { errors } = (await response.json()) as { errors: Record<string, string[]> }
  expect([response.status, Object.values(errors).flat()]).toEqual([400, [message]])
})
