import { mergeBeforeWriteBack } from '../../../../src/service/scenarios/merge-before-write-back.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeBeforeWriteBack)
