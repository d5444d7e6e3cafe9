/** Report cards with findings of each verdict. No integration runs. */
import { type CheckGroup, checkGroups } from '../../../src/conformance/check/check-definition.ts'
import {
  type CheckVerdict,
  checkVerdicts,
  type FindingRun,
} from '../../../src/conformance/check/check-verdict.ts'
import { oneEnrollment } from '../../../src/conformance/check/stories/enrollment-stories.ts'
import { ReportCard } from '../../../src/conformance/check/report-card.ts'

/** A text with each sign that a format must escape. */
const signs = 'a < b & "c" | `d` *e* _f_\u0001'

const run: FindingRun = {
  story: 'one-enrollment',
  schedule: [{ name: 'twice', point: 'enrollment.created id=1 #1' }],
  transcript: () => `09:00  ${signs}\n\`\`\`\n`,
}

/** A card with a check for each verdict, named `check-1` and so on. */
export const cardOf = (
  verdicts: readonly CheckVerdict[] = checkVerdicts,
  baseline: readonly string[] = [],
): ReportCard =>
  new ReportCard({
    findings: verdicts.map((verdict, i) => ({
      check: {
        id: `check-${i + 1}`,
        group: checkGroups[i % checkGroups.length] as CheckGroup,
        why: `It matters: ${signs}.`,
        must: 'The integration must work.',
        story: oneEnrollment,
        needs: [],
        perform: () => Promise.reject(new Error('It does not run.')),
      },
      finding: { verdict, reason: `The run shows ${signs}.`, run },
    })),
    seed: 1,
    baseline: new Set(baseline),
  })
