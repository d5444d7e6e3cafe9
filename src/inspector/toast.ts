/** The message bar of the page: the last result or error. */
import { signal } from '@preact/signals'
import { UnreachableError } from './api-client.ts'

/** A button in the message bar. */
interface ToastAction {
  readonly label: string
  run(): void
}

interface ToastOptions {
  readonly isError?: boolean
  readonly action?: ToastAction
}

interface Toast extends ToastOptions {
  readonly text: string
}

/** The message that is shown now. */
export const toast = signal<Toast | undefined>(undefined)

const successMs = 3_500
const errorMs = 9_000
/** A message with a button stays until a person has read it. */
const actionMs = 15_000

let hideTimer: ReturnType<typeof setTimeout> | undefined

export function showToast(text: string, options: ToastOptions = {}): void {
  const { isError, action } = options
  toast.value = { text, ...options }
  clearTimeout(hideTimer)
  const ms = action ? actionMs : isError ? errorMs : successMs
  hideTimer = setTimeout(() => (toast.value = undefined), ms)
}

export const hideToast = (): void => void (toast.value = undefined)

/** Shows an error. If the emulator did not answer, `retry` can be run from the message. */
export function showError(error: unknown, retry?: () => void): void {
  const isRetried = retry !== undefined && error instanceof UnreachableError
  showToast((error as Error).message, {
    isError: true,
    ...(isRetried && { action: { label: 'Retry', run: retry } }),
  })
}

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
    showError(error, () => void runAction(action, successText))
    return undefined
  }
}
