/** The check of a stored value that is an object with variants. */
import { expect, test } from 'vitest'
import { integer, string, variant } from '../../../src/engine/define/fields.ts'
import { storedValueCheck } from '../../../src/engine/emulator/worlds/row-checks.ts'

const { spec } = variant('kind', {
  circle: { radius: integer().required() },
  label: { text: string() },
})

test.each([
  [{ kind: 'circle', radius: 2 }, true],
  [{ kind: 'label', text: 'a' }, true],
  [{ kind: 'label' }, true],
  [{ kind: 'circle' }, false],
  [{ kind: 'circle', radius: '2' }, false],
  [{ kind: 'circle', radius: 2, text: 'a' }, false],
  [{ kind: 'square' }, false],
  [{ radius: 2 }, false],
  ['circle', false],
  [null, false],
])('%j is a value with variants: %s', (value, expected) => {
  expect(storedValueCheck(spec)(value)).toBe(expected)
})
