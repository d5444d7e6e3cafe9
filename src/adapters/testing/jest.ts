/** Makes Jest ready: it knows the matchers, and has the words that rows are made of. */
import { faker } from '@faker-js/faker/locale/nl'
import { provideFaker } from '../../kit/rows/faker.ts'
import { type EmulatorMatchers, emulatorMatchers } from './matchers.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where the types of Jest look for matchers
  namespace jest {
    interface Matchers<R, T> extends EmulatorMatchers<R> {}
  }
}

interface JestGlobal {
  readonly expect?: { extend(matchers: object): void }
}

// Note: Jest before Node 24.9 loads an ES module with the file that imports it, and not on demand.
provideFaker(faker)
;(globalThis as JestGlobal).expect?.extend(emulatorMatchers)
