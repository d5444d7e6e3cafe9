import { slowReceiverBacklog } from '../../../src/scenarios/stories/slow-receiver-backlog.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(slowReceiverBacklog)
