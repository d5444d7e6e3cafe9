import { amounts, identity, resource, stamps, string } from '../define/define.ts'
import { inTurn } from './demo/demo-names.ts'

/** A group of courses within the tenant. */
export const Department = { ...identity, name: string(), ...stamps }

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

export default resource('departments', Department, { one: 'Department' }, ({ list }) => ({
  operations: {
    get_departments: list({ scopes: ['courses:read'], flag: 'Departments', beta: true }),
  },
  recipe: {
    amounts: amounts(1, 5, 20),
    fields: {
      name: ({ number }) => inTurn(number, names),
    },
  },
}))
