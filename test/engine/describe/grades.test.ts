/** The source of a behaviour and of an operation, from what the documentation states. */
import { expect, test } from 'vitest'
import { gradesFrom } from '../../../src/engine/describe/grades.ts'

const undocumented = { id: 'loan.returned', summary: 'A loan ends when the book is returned.' }
const behaviour = (fact?: string) => ({ ...undocumented, ...(fact && { fact }) }) as never

test('a behaviour is documented if its fact is, and an alternative is an assumption', () => {
  const { ofBehaviour } = gradesFrom({ facts: 'loans-1 loans-2', operations: 'get_loans' })
  expect(ofBehaviour(behaviour('loans-2'))).toBe('documented')
  expect(ofBehaviour(behaviour('loans-3'))).toBe('reference')
  expect(ofBehaviour(behaviour())).toBe('reference')
  expect(ofBehaviour(behaviour('loans-2'), 'kept')).toBe('assumed')
})

test.each([undefined, { facts: '', operations: '' }])(
  'a service that documents %j has no documented behaviour or operation',
  (documented) => {
    const { ofBehaviour, ofOperation } = gradesFrom(documented)
    expect([ofBehaviour(behaviour()), ofOperation('get_loans')]).toEqual(['reference', 'reference'])
  },
)
