/** Which rows refer to others: a world creates the rows of a resource without references first. */
import { expect, test } from 'vitest'
import * as d from '../../../src/engine/define/define.ts'
import type { Shape } from '../../../src/engine/define/fields.ts'
import { rowPlanOf } from '../../../src/engine/kit/rows/row-plan.ts'

const planOf = (shape: Shape) =>
  rowPlanOf(d.resource('tasks', shape, { singular: 'Task' }, () => ({ description: 'A task.' })))

test.each<[string, Shape, boolean]>([
  ['without references', { ...d.identity, name: d.string() }, false],
  ['of its own kind', { parent_id: d.ref('tasks') }, false],
  ['of another kind', { name: d.string(), user_id: d.ref('users') }, true],
  ['of another kind, computed', { user_id: d.ref('users').computed(() => 1) }, false],
  ['of several kinds', { of_id: d.polymorphicRef('of', { Task: 'tasks' }) }, true],
  ['of another kind, not required', { user_id: d.ref('users').nullable() }, true],
])('a resource %s', (_, shape, refersToOthers) => {
  expect(planOf(shape).refersToOthers).toBe(refersToOthers)
})

test('the fields that a row needs have no other source', () => {
  const plan = planOf({
    user_id: d.ref('users'),
    label_id: d.ref('labels').nullable(),
    course_id: d.ref('courses').defaultsTo(1),
    form_id: d.ref('forms').computed(() => 1),
    of_id: d.polymorphicRef('of', { Task: 'tasks' }),
    of: d.string(),
    note: d.string().nullable(),
    ids: d.refs('users'),
    values: d.map(d.customValue()),
    started_at: d.timestamp(),
    start: d.timestamp(),
  })
  expect(plan).toEqual({
    constantDefaults: [],
    generatedDefaults: [],
    fields: [],
    references: ['user_id', 'label_id'],
    requiredReferences: new Set(['user_id', 'of_id']),
    refersToOthers: true,
    required: ['user_id', 'of_id', 'of', 'start'],
  })
})
