/** Copies texts to the clipboard. */
import { showToast } from './toast.ts'

/** Copies a text. `name` tells what it is, such as `token`. A text that cannot be copied is shown. */
export async function copyText(text: string, name: string): Promise<void> {
  try {
    // Note: a page on another host than this machine has no clipboard, unless it uses HTTPS.
    await navigator.clipboard.writeText(text)
    showToast(`The ${name} is in the clipboard.`)
  } catch {
    showToast(`Could not copy the ${name}: ${text}`, { isError: true })
  }
}
