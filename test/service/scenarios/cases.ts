/** The cases of all shipped scenarios. */
import { firstSyncCases } from './cases/first-sync.ts'
import { mergeCases } from './cases/merge.ts'
import { peopleCases } from './cases/people.ts'
import { placesCases } from './cases/places.ts'
import { faultCases } from './cases/faults.ts'
import type { ScenarioCase } from './scenario-case.ts'

export const cases: readonly ScenarioCase[] = [
  ...firstSyncCases,
  ...placesCases,
  ...peopleCases,
  ...mergeCases,
  ...faultCases,
]
