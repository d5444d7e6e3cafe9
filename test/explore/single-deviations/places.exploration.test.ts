import { placesCases } from '../../scenarios/cases/places.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(placesCases)
