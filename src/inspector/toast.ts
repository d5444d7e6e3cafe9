/** The message bar of the page: the last result or error. */
import { signal } from '@preact/signals'

interface Toast {
  readonly text: string
  readonly isError: boolean
}

/** The message that is shown now. */
export const toast = signal<Toast | undefined>(undefined)

let hideTimer: ReturnType<typeof setTimeout> | undefined

export function showToast(text: string, isError = false): void {
  toast.value = { text, isError }
  clearTimeout(hideTimer)
  hideTimer = setTimeout(() => (toast.value = undefined), isError ? 9_000 : 3_500)
}

export const hideToast = (): void => void (toast.value = undefined)

/** Runs an action and shows its result: `successText`, or the error. Returns undefined after an error. */
export async function runAction<T>(
  action: () => Promise<T>,
  successText?: string,
): Promise<T | undefined> {
  try {
    const result = await action()
    if (successText) showToast(successText)
    return result
  } catch (error) {
    showToast((error as Error).message, true)
    return undefined
  }
}
