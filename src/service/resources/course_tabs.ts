import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'
import { nextPosition } from '../fields/sequence-numbers.ts'

const CourseTabShape = {
  ...d.identity,
  name: d.string(),
  position: d
    .integer()
    .indexed()
    .defaultsTo((tx) => nextPosition(tx, 'course_tabs')),
}

export default d.resource('course_tabs', CourseTabShape, { singular: 'CourseTab' }, ({ list }) => ({
  description: 'A heading for a text that each course has.',

  operations: {
    get_course_tabs: list({ scopes: [], paging: 'cursor' }),
  },
  recipe: {
    rowCounts: d.rowCounts(1, 5, 6),
    isShared: true,
    fields: { name: ({ number, locale }) => nameAt(textsIn(locale).courseTabs, number) },
  },
}))
