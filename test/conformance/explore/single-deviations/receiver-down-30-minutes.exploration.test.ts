import { receiverDown30Minutes } from '../../../../src/service/scenarios/receiver-down-30-minutes.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(receiverDown30Minutes)
