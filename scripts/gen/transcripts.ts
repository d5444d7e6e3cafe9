/** Tells every scenario once, against the example integration. */
import { cases } from '../../test/scenarios/cases.ts'
import { play } from '../../test/scenarios/scenario-case.ts'

export interface Told {
  readonly file: string
  readonly text: string
}

export async function printTranscripts(): Promise<Told[]> {
  const told: Told[] = []
  for (const each of cases) {
    const { transcript } = await play(each)
    told.push({ file: `${each.name}.txt`, text: transcript })
  }
  return told
}
