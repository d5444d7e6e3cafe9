/** A text or a pattern in `toThrow` is also satisfied by a thrown `undefined`, which has no message. Here it is not. */
import { chai } from 'vitest'

chai.use(({ Assertion, AssertionError }, { flag }) => {
  Assertion.overwriteMethod(
    'throws',
    (assertThrows) =>
      function (this: object, ...expected: unknown[]) {
        Reflect.apply(assertThrows, this, expected)
        if (!flag(this, 'negate') && flag(this, 'object') === undefined)
          throw new AssertionError('expected an error, but undefined was thrown')
      },
  )
})
