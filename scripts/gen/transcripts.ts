/** Prints the transcript of every scenario, run against the example integration. */
import { cases } from '../../test/service/scenarios/cases.ts'
import { runCase } from '../../test/service/scenarios/scenario-case.ts'

export interface TranscriptFile {
  readonly file: string
  readonly text: string
}

export async function printTranscripts(): Promise<TranscriptFile[]> {
  const transcripts: TranscriptFile[] = []
  for (const each of cases) {
    const { transcript } = await runCase(each)
    transcripts.push({ file: `${each.name}.txt`, text: transcript })
  }
  return transcripts
}
