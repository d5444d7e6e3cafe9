/** The cost of the texts that the journal keeps for stories: a call with recorded bodies compared with one without. */
import { contextOf } from '../../src/engine/emulator/emulator.ts'
// Note: only the sources let a journal keep no texts.
import { createEmulator, type Emulator } from '../../src/index.ts'
import { costRatio, timedCalls, timeInterleaved } from './interleaved-runs.ts'
import {
  type RequestSpec,
  sendRequest,
  timedRequests,
  withInterception,
  withRealNetwork,
} from './network.ts'

export async function recordingRows(): Promise<Record<string, number>> {
  const emulator = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
  const [recording, plain] = [emulator.fork(), emulator.fork()]
  contextOf(plain).journal.isRecording = false
  const direct = (emulator: Emulator) =>
    timedCalls(16, (number) => sendRequest(update(emulator, number), emulator.fetch))
  const [directRecording, directPlain] = [direct(recording), direct(plain)]
  const times = await withInterception(() =>
    timeInterleaved(
      {
        recording: timedRequests(recording.handlers, (number) => update(recording, number)),
        plain: timedRequests(plain.handlers, (number) => update(plain, number)),
        directRecording: () => withRealNetwork(directRecording),
        directPlain: () => withRealNetwork(directPlain),
      },
      { rounds: 40, warmups: 40 },
    ),
  )
  return {
    'call with recorded bodies vs without': costRatio(times.recording, times.plain),
    'call with recorded bodies vs without, direct': costRatio(
      times.directRecording,
      times.directPlain,
    ),
  }
}

/** A call with a body in both directions and a change. */
const update = ({ baseUrl, headers }: Emulator, number: number): RequestSpec => ({
  url: `${baseUrl}/users/7`,
  init: {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: `Mia ${number}` }),
  },
})
