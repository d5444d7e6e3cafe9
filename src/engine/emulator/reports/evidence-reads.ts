/** Whether a test reads what the emulator recorded, to assert it. */
import type { EmulatorContext } from '../context.ts'

const read = new WeakSet<EmulatorContext>()

/** Notes that code reads records, calls, deliveries or the journal. */
export const noteEvidence = (context: EmulatorContext): void => void read.add(context)

export const hasReadEvidence = (context: EmulatorContext): boolean => read.has(context)
