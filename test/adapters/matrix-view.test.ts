/** The matrix of an exploration in the inspector. */
import { expect, test } from 'vitest'
import { viewMatrix } from '../../src/adapters/hosting/matrix-view.ts'

test('a choice point has its identity, and a text with a decoded storage key', () => {
  const rows = [
    { point: 'GET /users/2 #1', cells: ['same', null] },
    { point: 'set caf%C3%A9%20menu #2', cells: [null, 'silent'] },
  ] as const
  expect(viewMatrix({ columns: ['500', 'crash-after'], rows })).toEqual({
    columns: ['500', 'crash-after'],
    rows: [
      { ...rows[0], text: 'GET /users/2 #1' },
      { ...rows[1], text: 'set café menu #2' },
    ],
  })
})
