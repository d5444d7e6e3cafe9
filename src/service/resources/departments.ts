import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { cycleName } from '../demo/demo-names.ts'

const DepartmentShape = { ...d.identity, name: d.string(), ...d.timestamps }

export default d.resource(
  'departments',
  DepartmentShape,
  { singular: 'Department' },
  ({ list }) => ({
    description: 'A group of courses within the tenant.',

    operations: {
      get_departments: list({ scopes: ['courses:read'], flag: 'Departments', beta: true }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 5, 20),
      isShared: true,
      fields: {
        name: ({ number, locale }) => cycleName(number, textsIn(locale).departments),
      },
    },
  }),
)
