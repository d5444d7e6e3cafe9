import { amounts, identity, resource, stamps, string } from '../define.ts'

/** A group of courses within the tenant. */
export const Department = { ...identity, name: string(), ...stamps }

export default resource('departments', Department, { one: 'Department' }, ({ list }) => ({
  operations: {
    get_departments: list({ scopes: ['courses:read'], flag: 'Departments', beta: true }),
  },
  recipe: {
    amounts: amounts(1, 5, 20),
    fields: {
      name: ({ chance, number }) =>
        `${chance.pick(['Professional', 'Technical', 'Medical', 'Public'])} Education ${number}`,
    },
  },
}))
