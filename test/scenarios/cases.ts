/** Every scenario that is shipped, with how it must end. */
import { firstSyncCases } from './cases/first-sync.ts'
import { mergeCases } from './cases/merge.ts'
import { peopleCases } from './cases/people.ts'
import { placesCases } from './cases/places.ts'
import { troubleCases } from './cases/faults.ts'
import type { Case } from './scenario-case.ts'

export const cases: readonly Case[] = [
  ...firstSyncCases,
  ...placesCases,
  ...peopleCases,
  ...mergeCases,
  ...troubleCases,
]
