/** A button that asks before it does something that cannot be undone. */
import { useRef } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly class?: string
  /** What happens, as a question. */
  readonly question: string
  /** The name of the button that does it. */
  readonly confirm: string
  readonly onConfirm: () => void
}

export function ConfirmButton({ label, class: name, question, confirm, onConfirm }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        {...(name && { class: name })}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-label={question}>
        <form method="dialog" onSubmit={onConfirm}>
          <p>{question}</p>
          <p class="row">
            <button type="submit" class="primary">
              {confirm}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </p>
        </form>
      </dialog>
    </>
  )
}
