import { slowReceiverBacklog } from '../../../../src/service/scenarios/slow-receiver-backlog.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(slowReceiverBacklog)
