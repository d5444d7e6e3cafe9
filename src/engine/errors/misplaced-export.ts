/** The error for a name that is imported from another entry point than its own. The build adds the exports. */
import { EmulatorError } from './errors.ts'

/**
 * Returns a function that throws: it stands in an entry point for an export of other ones.
 *
 * Note: a missing export is `undefined` in many runners, and a syntax error of all imports in Node.
 */
export function misplacedExport(name: string, entryPoint: string, ...owners: string[]) {
  const paths = owners.map((owner) => `"${owner}"`).join(' or ')
  return (): never => {
    throw new EmulatorError('misplaced_export', {
      action: `call ${name}`,
      reason: `"${entryPoint}" does not have it`,
      advice: `Import it from ${paths}.`,
    })
  }
}
