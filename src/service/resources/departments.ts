import * as d from '../../engine/define/define.ts'
import { cycleName } from '../demo/demo-names.ts'

const DepartmentShape = { ...d.identity, name: d.string(), ...d.timestamps }

const names = [
  'Professional Education',
  'Technical Education',
  'Medical Education',
  'Public Administration',
  'Language Centre',
  'Business School',
  'Law School',
  'Teacher Training',
  'Digital Skills',
  'Health Sciences',
  'Safety Academy',
  'Finance and Control',
  'Logistics',
  'Hospitality',
  'Engineering',
  'Social Work',
  'Built Environment',
  'Agriculture',
  'Arts',
  'In-company',
]

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
        name: ({ number }) => cycleName(number, names),
      },
    },
  }),
)
