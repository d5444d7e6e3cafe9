/** Attaches the story of a failed test to the test, so that reporters of Vitest get the file. */
import { resolve } from 'node:path'
import { vitest } from './vitest-module.ts'

/** Records files of a test. Note: unlike an annotation, Vitest takes it after the test failed. */
type RecordArtifact = (task: object, artifact: Artifact) => Promise<unknown>

interface Artifact {
  readonly type: string
  readonly attachments: readonly { readonly path: string; readonly contentType: string }[]
}

/** Attaches a page. Does nothing before Vitest 4.0.11, and in a runner that takes no files. */
export async function attachStory(task: object, path: string): Promise<void> {
  // Note: older versions lack the function, and the types of others know only their own artifacts.
  const { recordArtifact } = vitest as unknown as { readonly recordArtifact?: RecordArtifact }
  const attachments = [{ path: resolve(path), contentType: 'text/html' }]
  const artifact = { type: 'course-admin-emulator:story', attachments }
  await recordArtifact?.(task, artifact).catch(() => undefined)
}
