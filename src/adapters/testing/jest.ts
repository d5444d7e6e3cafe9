/** Sets Jest up: registers the matchers, and provides the faker data that rows are made from. */
import { faker } from '@faker-js/faker/locale/nl'
import { provideFaker } from '../../kit/rows/faker.ts'
import { type EmulatorMatchers, emulatorMatchers } from './matchers.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the types of Jest look for matchers here
  namespace jest {
    interface Matchers<R, T> extends EmulatorMatchers<R> {}
  }
}

interface JestGlobal {
  readonly expect?: { extend(matchers: object): void }
}

// Note: before Node 24.9, Jest cannot load an ES module on demand, so faker is imported statically.
provideFaker(faker)
;(globalThis as JestGlobal).expect?.extend(emulatorMatchers)
