/** The behaviours that every response of an operation relies on, by the fields that it shows. */
import { expect, test } from 'vitest'
import { boolean, object, string } from '../../../src/engine/define/fields.ts'
import { itemList, itemPage } from '../../../src/engine/define/presenters.ts'
import { wireFormatBehaviours } from '../../../src/engine/serve/response-renderer.ts'

const item = object({ done: boolean(), note: string().nullable(), secret: boolean().hidden() })

test.each([
  [itemPage, true],
  [(each: typeof item) => itemList(each, 200), false],
])('%o relies on the formats of the fields of its items', (present, paged) => {
  const presenter = present(item)
  expect(presenter.content).toEqual({ kind: 'items', item, paged })
  const behaviours = wireFormatBehaviours({ presenter } as never, { resources: new Map() } as never)
  expect([...behaviours.ids()].toSorted()).toEqual(['answer.boolean', 'answer.null'])
})
