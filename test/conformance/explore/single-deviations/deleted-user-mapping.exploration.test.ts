import { deletedUserMapping } from '../../../../src/service/scenarios/deleted-user-mapping.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(deletedUserMapping)
