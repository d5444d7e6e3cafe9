import { duplicateAndReorderedDeliveries } from '../../../../src/service/scenarios/duplicate-and-reordered-deliveries.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(duplicateAndReorderedDeliveries)
