/** Each defect of a mirror of orders fails the checks of this defect, and no others. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { recordMirror } from './correct/record-mirror.ts'
import { defects, failing, idsOf, mirrors } from './record-defects.ts'

test.each(defects)(
  'a mirror of orders that %s fails the checks of this defect',
  async (flaw) => {
    const card = await checkIntegration(recordMirror(mirrors.orders, flaw))
    expect(idsOf(card, 'failed')).toEqual(failing[flaw])
  },
  60_000,
)
