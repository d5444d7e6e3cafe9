/** An address as somebody wrote it, if it is one. */
import { EmulatorError } from '../machine/errors.ts'

export function address(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new EmulatorError('bad_address', {
    could: `use ${name} ${text}`,
    because: 'it is no address',
    advice: 'Write it whole, such as "http://127.0.0.1:3000/hooks".',
  })
}
