import { rowCounts, identity, integer, resource, string } from '../define/define.ts'

/** A heading for a text that each course has. */
export const CourseTabShape = {
  ...identity,
  name: string(),
  position: integer().defaultsTo((tx) => tx.count('course_tabs') + 1),
}

const names = ['Program', 'Who it is for', 'Teachers', 'Practical', 'Reviews', 'After the course']

export default resource('course_tabs', CourseTabShape, { singular: 'CourseTab' }, ({ list }) => ({
  operations: {
    get_course_tabs: list({ scopes: [], paging: 'cursor' }),
  },
  recipe: {
    rowCounts: rowCounts(1, 5, 6),
    isShared: true,
    fields: { name: ({ number }) => names[number - 1] ?? `Tab ${number}` },
  },
}))
