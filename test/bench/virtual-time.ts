/** The cost of a synchronization in virtual time, compared with as many requests without a rate limit. */
import { createEmulator } from './built-package.ts'
import { timedCalls, type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { defaultEmulator, type Emulator } from './worlds.ts'

/** All rounds together read 101,000 records. */
const callsEach = 1_010
const rounds = { rounds: 10, slices: 10, warmups: 1 }

export async function virtualTimeRows(): Promise<Record<string, number>> {
  const times = await timeInterleaved({ virtual: synchronization(), direct: directReads() }, rounds)
  return {
    '101,000 calls in virtual time vs as many direct requests': costRatio(
      times.virtual,
      times.direct,
    ),
  }
}

const pathOf = (call: number): string => `/users/${1 + (call % 300)}`

async function read({ fetch, headers }: Emulator, call: number): Promise<Response> {
  const response = await fetch(pathOf(call), { headers })
  await response.text()
  return response
}

function directReads(): TimedRun {
  const emulator = defaultEmulator()
  return timedCalls(callsEach, (call) => read(emulator, call))
}

/** Reads under the documented rate limit, and waits for Retry-After in virtual time. */
function synchronization(): TimedRun {
  const emulator = createEmulator()
  let refused = 0
  const readRecords = async (): Promise<void> => {
    for (let call = 0; call < callsEach;) {
      const response = await read(emulator, call)
      if (response.ok) call += 1
      else {
        refused += 1
        await emulator.sleep({ ms: Number(response.headers.get('retry-after')) * 1_000 })
      }
    }
  }
  return async () => {
    const start = performance.now()
    await emulator.run(readRecords)
    const ms = performance.now() - start
    if (refused === 0) throw new Error('the rate limit refused no call')
    return ms / callsEach
  }
}
