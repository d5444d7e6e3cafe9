import { emailMatchWritesBack } from '../../../../src/service/scenarios/email-match-writes-back.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(emailMatchWritesBack)
