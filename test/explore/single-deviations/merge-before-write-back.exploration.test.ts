import { mergeBeforeWriteBack } from '../../../src/scenarios/stories/merge-before-write-back.ts'
import { testSingleDeviations } from './single-deviations.ts'

testSingleDeviations(mergeBeforeWriteBack)
